#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(unsigned, n, UINTS);
  START;
  show("return value", f(n));
}
