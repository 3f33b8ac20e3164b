#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(unsigned, flags, 0, 1, 2, 3, 4);
  PICK(unsigned, x, UINTS);
  START;
  show("return value", f(flags, x));
}
