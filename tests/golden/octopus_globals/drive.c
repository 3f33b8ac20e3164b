#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, x, INTS);
  START;
  f(x);
  show("red", red);
  show("green", green);
  show("blue", blue);
}
