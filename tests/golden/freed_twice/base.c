#include <stdlib.h>

static int consume(int *p) {
  int value = *p;

  return value;
}

int f(int x) {
  int *p = malloc(sizeof *p);
  if (!p)
    return -1;
  *p = x;

  int result = consume(p);

  return result;
}
