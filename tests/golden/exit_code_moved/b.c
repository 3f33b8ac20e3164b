#include <stdlib.h>

static int parse(int x) {
  if (x < 0)
    return -1 - (x < -10);
  return x / 2;
}

int f(int x) {
  int y = parse(x);
  if (y == -1)
    return 0;

  y = y + 1;

  return y;
}
