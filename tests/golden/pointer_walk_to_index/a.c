#include <stddef.h>

unsigned f(const char *s) {
  unsigned words = 0;

  const char separator = ' ';

  for (size_t i = 0; s[i]; i++)
    if (s[i] == separator)
      words++;
  return words;
}
