#include "drive.h"
#include "version.c"

static void drive(void) {
  SET(x, 0, 3, -1, INT_MAX);
  PICK(bool, flag, 0, 1);
  START;
  show("return value", get_x(flag));
  show("x", x);
}
