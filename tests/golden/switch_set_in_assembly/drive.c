#include "drive.h"

#include "version.c"

static void drive(void) {
  PICK(int, z, 6, 8);
  PICK(int, on, 0, 1);
  debug = on;
  START;
  show("return value", f(z));
}
