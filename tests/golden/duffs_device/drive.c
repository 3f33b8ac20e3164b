#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(unsigned, count, UINTS, 1001, 2001);
  PICK(int, step, FEW);
  START;
  show("return value", f(count, step));
}
