#include "drive.h"
#include "version.c"

static void drive(void) {
  static unsigned char data[5];
  SET(data[0], 0, 5, 255);
  SET(data[1], 0, 11);
  SET(data[4], 1, 99);
  PICK(unsigned, n, 0, 1, 2, 3, 4, 5);
  START;
  show("return value", f(data, n));
}
