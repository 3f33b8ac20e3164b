#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, x, -1, 0, 1, 9);
  START;
  show("total", total(x));
  show("weighed", weighed);
}
