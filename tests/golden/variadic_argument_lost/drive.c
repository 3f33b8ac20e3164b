#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, a, SMALL);
  PICK(int, b, SMALL);
  START;
  show("return value", f(a, b));
  show("state", state);
}
