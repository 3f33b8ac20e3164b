#include <stdbool.h>

static int x;

int get_x(bool flag) {

  return x;
}
