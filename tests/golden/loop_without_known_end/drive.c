#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(unsigned long, x, UINTS, 27);
  START;
  show("return value", f(x));
}
