#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, x, 0, 1, 3);
  START;
  show("return", cleared(x));
}
