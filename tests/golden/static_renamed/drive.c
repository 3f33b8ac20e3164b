#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, v, -7, 0, 4, 9);
  PICK(int, x, SMALL);
  START;
  setl(v);
  show("return value", fa(x));
  show("limit", nlim());
}
