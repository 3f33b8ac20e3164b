#include "drive.h"
#include "version.c"

static void drive(void) {
  static const int some;
  PICK(int, which, 0, 1, 2);
  PICK(int, x, 5, 15, 25);
  const int *from = which == 0 ? NULL : which == 1 ? &some : (const int *)0xdeadbeef;
  START;
  show("return value", walk(from, x));
}
