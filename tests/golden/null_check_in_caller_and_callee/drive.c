#include "drive.h"
#include "version.c"

static void drive(void) {
  int x = 0;
  SET(x, INTS);
  PICK(int, is_null, 0, 1);
  START;
  show("return value", f(is_null ? NULL : &x));
}
