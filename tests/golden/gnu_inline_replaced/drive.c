#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, x, -1, 0, 5, 7, 8, 9, 10);
  START;
  show("next", next(x));
}
