#include <stdlib.h>

static int compare(const void *x, const void *y) {
  return *(const int *)x > *(const int *)y;
}

void f(int *p, unsigned n) { qsort(p, n, sizeof *p, compare); }
