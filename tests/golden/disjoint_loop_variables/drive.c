#include "drive.h"
#include "version.c"

static void drive(void) {
  static unsigned data[3];
  SET(data[0], 0, 5, 99, UINT_MAX);
  SET(data[1], 0, 11, 99);
  SET(data[2], 1, 99);
  PICK(unsigned, n, 0, 1, 2, 3);
  START;
  f(data, n);
  show("sum", sum);
  show("maximum", maximum);
}
