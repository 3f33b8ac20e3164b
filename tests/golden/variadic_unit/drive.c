#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, count, 0, 1, 2);
  PICK(int, a, FEW);
  PICK(int, b, FEW);
  START;
  show("return value", largest(count, a, b));
  show("last", last);
}
