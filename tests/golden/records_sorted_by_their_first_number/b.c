#include <stdlib.h>

struct record { int key; int value; };

static int order(const void *x, const void *y) {
  const int *a = x, *b = y;
  return *a < *b ? -1 : *a > *b;
}

int least(struct record *records, int n) {
  qsort(records, (size_t)n, sizeof *records, order);
  return records[0].key;
}
