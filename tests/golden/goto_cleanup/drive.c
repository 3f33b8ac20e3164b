#include "drive.h"
#include "version.c"
static int fails;
int acquire(int what) {
  event("acquire(%d)", what);
  return fails;
}
void release(int what) { event("release(%d)", what); }

static void drive(void) {
  SET(fails, 0, 1);
  PICK(int, x, INTS);
  START;
  show("return value", f(x));
}
