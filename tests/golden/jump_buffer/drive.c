#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, x, 0, 1, -1, 77);
  START;
  show("return value", f(x));
}
