#include <stddef.h>

int f(unsigned *p) {
  if (p == NULL)
    return -2;

  if (p != NULL)
    *p += 1;

  return 0;
}
