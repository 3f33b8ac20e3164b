#include <stddef.h>

static int value_of(const int *p) {
  return *p;
}

int f(const int *p) {
  if (p == NULL)
    return 0;
  return value_of(p);
}
