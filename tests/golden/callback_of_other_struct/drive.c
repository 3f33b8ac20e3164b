#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, lines, INTS);
  START;
  show("return value", f(lines));
}
