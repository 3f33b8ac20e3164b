#include "drive.h"
#include "version.c"

static void drive(void) {
  unsigned cell = 0;
  SET(cell, UINTS);
  PICK(int, is_null, 0, 1);
  START;
  show("return value", f(is_null ? NULL : &cell));
  show("*p", cell);
}
