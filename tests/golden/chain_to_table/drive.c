#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(unsigned, x, UINTS, 6u);
  START;
  show("return value", f(x));
}
