#include "drive.h"
#include <stdlib.h>
#define malloc drive_malloc
#include "version.c"

static void drive(void) {
  SET(drive_failing, 0, 1);
  PICK(int, x, INTS);
  START;
  show("return value", f(x));
}
