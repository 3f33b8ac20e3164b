#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, x, 0, 5, 6, 7, 10, 11);
  START;
  show("return value", is_small(x));
}
