#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, which, SMALL);
  PICK(int, a, -3, 0, 7);
  PICK(int, b, -1, 0, 100);
  START;
  show("return value", f(which, a, b));
  show("last", last);
}
