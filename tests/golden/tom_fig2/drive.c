#include "drive.h"
#include "version.c"

static void drive(void) {
  SET(x, 0, 3);
  SET(y, 0, -3);
  START;
  show("return value", get_sum());
  show("x", x);
  show("y", y);
}
