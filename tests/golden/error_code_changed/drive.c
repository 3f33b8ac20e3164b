#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, key, INTS, 200);
  START;
  show("return value", f(key));
}
