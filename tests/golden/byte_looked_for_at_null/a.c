#include <string.h>

int has_byte(const char *s, int c, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (s[i] == (char)c)
      return 1;
  if (!s)
    return 8;
  return 0;
}
