#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(long, x, 0, 3600, 86399);
  PICK(long, y, 0, 18000, 86399);
  START;
  show("return value", diff(x, y));
}
