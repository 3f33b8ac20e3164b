#include <stddef.h>

unsigned count_marks(const unsigned char *d, size_t len) {
  unsigned n = 0;
  const unsigned char *end = d + len;
  while (end - d > 0 && *d != 0) {
    n++;
    d++;
  }
  return n;
}
