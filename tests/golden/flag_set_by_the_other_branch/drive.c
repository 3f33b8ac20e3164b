#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, x, 0, 3);
  mode = 0;
  START;
  show("return", get(x));
}
