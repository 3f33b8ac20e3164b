#include "drive.h"
#include "version.c"
void log_value(int value) { event("log_value(%d)", value); }

static void drive(void) {
  PICK(int, x, INTS);
  START;
  show("return value", f(x));
}
