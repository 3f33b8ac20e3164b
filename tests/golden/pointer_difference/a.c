#include <stddef.h>

size_t f(const char *s) {
  size_t length = 0;

  while (s[length])
    length++;

  size_t extra = 0;

  return length + extra;
}
