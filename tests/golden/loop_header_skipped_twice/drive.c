#include "drive.h"
#include "version.c"

static void drive(void) {
  static unsigned data[3] = {1, 4, 6};
  SET(data[0], UINTS);
  PICK(unsigned, n, 0, 1, 2, 3);
  START;
  show("return value", f(data, n));
}
