#include <stdlib.h>

static int counter;

static int compare(const void *a, const void *b) {
  counter++;
  return *(const int *)a - *(const int *)b;
}

int f(int x) {
  int values[3] = {3, 2, 1};
  counter = x;
  qsort(values, 3, sizeof *values, compare);

  int result = x;

  return result;
}
