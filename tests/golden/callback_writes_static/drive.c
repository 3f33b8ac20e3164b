#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, x, 0, 1, 2, 10, 100, -5);
  START;
  show("return value", f(x));
}
