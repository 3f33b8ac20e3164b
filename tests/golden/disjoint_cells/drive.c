#include "drive.h"
#include "version.c"

static void drive(void) {
  int out[2] = {0};
  PICK(int, x, INTS);
  START;
  f(out, x);
  show("out[0]", out[0]);
  show("out[1]", out[1]);
}
