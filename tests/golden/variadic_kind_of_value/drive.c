#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, a, INTS);
  START;
  show("return value", f(a));
  show("calls", calls);
}
