#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(unsigned, kind, 0, 1, 2, 3, 4, 5, 6);
  PICK(int, x, -1, 0, 7, 8, 15, 40, 41, 47, 63);
  START;
  show("return value", handle(kind, x));
}
