#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, x, FEW);
  PICK(int, y, FEW);
  START;
  show("return value", my_add(x, y));
}
