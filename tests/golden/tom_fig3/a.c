#include <stdbool.h>

static int x;

int get_x(bool flag) {
  if (flag)
    flag = false;

  return x;
}
