#include <string.h>

int is_before(const char *a, const char *b, int strict) {
  int order = strcmp(b, a);

  if (strict < 0 || strict > 9)
    strict = 0;

  return strict ? order < 0 : order <= 0;
}
