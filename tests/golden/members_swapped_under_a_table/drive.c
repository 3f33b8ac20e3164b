#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, x, 0, -5, 1, 2, 3, 10, 20, 30);
  START;
  show("return", find(x));
}
