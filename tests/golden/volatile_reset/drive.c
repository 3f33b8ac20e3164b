#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(unsigned, mode, 0, 1, 7, 8);
  volatile unsigned cell = 3;
  START;
  control = &cell;
  show("return value", start(mode));
  show("cell", cell);
}
