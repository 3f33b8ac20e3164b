#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, n, INTS);
  START;
  show("return value", f(n));
  show("step", step);
}
