#include <stddef.h>

unsigned count_marks(const unsigned char *d, size_t len) {
  unsigned n = 0;
  while (len > 0 && *d != 0) {
    n++;
    d++;
    len--;
  }
  return n * 2;
}
