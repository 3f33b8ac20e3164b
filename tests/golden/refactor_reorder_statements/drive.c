#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, x, FEW);
  PICK(int, y, FEW);
  SET(depth, 0, 9);
  START;
  f(x, y);
  show("width", width);
  show("height", height);
  show("depth", depth);
}
