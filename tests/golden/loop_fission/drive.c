#include "drive.h"
#include "version.c"

static void drive(void) {
  static unsigned data[3];
  SET(data[0], 0, 5, UINT_MAX);
  SET(data[1], 0, 11);
  SET(data[2], 1, 99);
  PICK(unsigned, n, 0, 1, 2, 3);
  START;
  show("return value", f(data, n));
}
