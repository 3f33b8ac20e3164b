#include <stdbool.h>

static int x;

int get_x(bool flag) {
  if (flag)
    flag = false;

  if (!flag)
    x = x + 1;
  return x;
}
