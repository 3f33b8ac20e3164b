#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, x, FEW, INT_MIN + 1, 50, 51);
  START;
  show("return value", f(x));
}
