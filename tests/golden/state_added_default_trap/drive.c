#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, input, INTS);
  START;
  show("return value", f(input));
}
