#include <stdlib.h>
static int compare(const void *x, const void *y) {
  return *(const int *)x < *(const int *)y;
}
void f(int *p, unsigned n) {
  for (unsigned i = 0; i < 3; i++)
    qsort(p + i, n, sizeof *p, compare);
}
