#include "drive.h"
#include "version.c"

static void drive(void) {
  int cell = 3;
  PICK(int, n, -1, 0, 4, 5, 6);
  START;
  show("return value", first(&cell, n));
}
