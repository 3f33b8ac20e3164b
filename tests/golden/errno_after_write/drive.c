#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, file, -1, -2);
  START;
  show("return value", f(file));
}
