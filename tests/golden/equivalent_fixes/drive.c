#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(unsigned, x, UINTS);
  START;
  show("return value", f(x));
}
