#include <stdlib.h>
typedef int (*order)(const void *, const void *);
static int compare(const void *x, const void *y) {
  return *(const int *)x < *(const int *)y;
}
static order kept;
void init(void) { kept = compare; }
void f(int *p, unsigned n) { qsort(p, n, sizeof *p, kept); }
