#include <string.h>

int has_byte(const char *s, int c, size_t n) {
  if (memchr(s, c, n))
    return 1;
  if (!s)
    return 8;
  return -1;
}
