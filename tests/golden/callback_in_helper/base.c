#include <stdlib.h>
static int compare(const void *x, const void *y) {
  return *(const int *)x < *(const int *)y;
}
typedef int (*order)(const void *, const void *);
static void sort(int *p, unsigned n, order c) { qsort(p, n, sizeof *p, c); }
void f(int *p, unsigned n) { sort(p, n, compare); }
