#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(unsigned, x, UINTS);
  PICK(unsigned, by, UINTS);
  START;
  show("return value", f(x, by));
}
