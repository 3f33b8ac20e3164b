#include "drive.h"
#include "version.c"

static void drive(void) {
  int a = 9, b = 9;
  PICK(int, is_same, 0, 1);
  START;
  show("return value", f(&a, is_same ? &a : &b));
  show("a", a);
  show("b", b);
}
