#include "drive.h"
#include "version.c"

static void drive(void) {
  SET(state, 0, 1);
  PICK(int, x, INTS);
  START;
  show("return value", f(x));
  show("state", state);
}
