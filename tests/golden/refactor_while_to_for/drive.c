#include "drive.h"
#include "version.c"

static void drive(void) {
  unsigned char data[4] = {0};
  SET(data[0], 0, 1, 255);
  SET(data[1], 0, 1, 255);
  PICK(unsigned, n, 0, 1, 2, 3, 4);
  START;
  show("return value", f(data, n));
  show("data[0]", data[0]);
}
