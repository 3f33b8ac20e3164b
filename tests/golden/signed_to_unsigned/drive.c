#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, used, INTS, 75, 79, 80, 81, 127);
  START;
  show("return value", f(used));
}
