#include <stddef.h>

size_t f(const char *s) {
  const char *end = s;

  while (*end)
    end++;
  size_t length = end - s;

  size_t extra = 1;

  return length + extra;
}
