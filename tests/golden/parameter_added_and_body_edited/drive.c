#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, x, INTS, 14, 15, 16, 17, 31, 32);
  START;
  show("return value", use(x));
  show("seen", seen);
}
