#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(unsigned, n, UINTS, 15u);
  START;
  show("return value", f(n));
}
