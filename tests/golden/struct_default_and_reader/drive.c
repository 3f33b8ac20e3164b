#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, is_verbose, 0, 1);
  PICK(int, x, INTS);
  START;
  show("return value", f(is_verbose, x));
}
