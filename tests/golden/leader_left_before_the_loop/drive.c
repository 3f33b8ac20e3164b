#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, x, INTS);
  PICK(unsigned, n, UINTS);
  START;
  show("return value", f(x, n % 64));
}
