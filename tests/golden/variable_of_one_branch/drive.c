#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, c, -1, 0, 1, 5);
  PICK(int, x, -9, 0, 7, 8, 31);
  START;
  show("return", f(c, x));
}
