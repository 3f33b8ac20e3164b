#include "drive.h"
#include "version.c"

static void drive(void) {
  unsigned char data[4] = {3, 5, 7, 250};
  PICK(unsigned, n, 0, 1, 2, 3, 4);
  START;
  show("return value", f(data, n));
}
