#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, wanted, -1, 0, 99, 100, 101, 150, 251);
  START;
  show("return value", start_points(wanted));
}
