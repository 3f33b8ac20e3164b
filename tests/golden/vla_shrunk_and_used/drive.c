#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, n, -1, 0, 1, 2, 3, 4, 5);
  PICK(int, v, 0, 1, -7, 100);
  START;
  show("return value", f(n, v));
}
