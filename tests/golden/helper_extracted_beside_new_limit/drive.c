#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, points, -1, 0, 99, 100, 101, 249, 251);
  PICK(int, more, -1, 0, 1, 2, 200, 1000);
  START;
  show("return value", add_points(points, more));
}
