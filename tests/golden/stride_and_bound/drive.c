#include "drive.h"
#include "version.c"

static void drive(void) {
  unsigned char data[5] = {1, 2, 3, 4, 5};
  PICK(unsigned, n, UINTS);
  START;
  show("return value", f(data, n));
}
