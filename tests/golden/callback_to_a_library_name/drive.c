#include "drive.h"
#include "version.c"

void listen(int *values, action *heard) {
  heard(values[0]);
  heard(values[1]);
}

static void drive(void) {
  PICK(int, x, 0, 1, 2, 10, 100, -5);
  START;
  show("return value", f(x));
}
