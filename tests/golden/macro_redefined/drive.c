#include "drive.h"
#include "version.c"

static void drive(void) {
  SET(values[3], 4, 9);
  PICK(int, x, INTS);
  START;
  show("return value", f(x));
}
