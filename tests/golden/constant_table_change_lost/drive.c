#include "drive.h"

#include "version.c"

static void drive(void) {
  int out = 0;
  SET(out, 0, 64);
  PICK(unsigned, x, 0, 1, 2, 3, 4);
  START;
  f(&out, x);
  show("*out", out);
}
