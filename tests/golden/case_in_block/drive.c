#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, op, SMALL);
  PICK(int, x, INTS);
  START;
  show("return value", f(op, x));
}
