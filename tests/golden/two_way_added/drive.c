#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, a, FEW);
  PICK(int, b, FEW);
  START;
  show("return value", f(a, b));
}
