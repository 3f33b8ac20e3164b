#include "drive.h"
#include "version.c"
void warn(int what) { event("warn(%d)", what); }

static void drive(void) {
  PICK(int, kind, -1, 0, 1);
  PICK(int, size, INTS);
  START;
  show("return value", f(kind, size));
}
