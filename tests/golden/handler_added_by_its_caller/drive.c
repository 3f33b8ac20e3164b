#include "drive.h"

#include "version.c"

static void drive(void) {
  PICK(int, x, INTS);
  START;
  show("return value", f(x));
}
