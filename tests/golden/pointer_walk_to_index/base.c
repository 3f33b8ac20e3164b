#include <stddef.h>

unsigned f(const char *s) {
  unsigned words = 0;

  const char separator = ' ';

  for (const char *p = s; *p; p++)
    if (*p == separator)
      words++;
  return words;
}
