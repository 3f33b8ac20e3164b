#include "drive.h"
#pragma GCC diagnostic ignored "-Wreturn-type"
#include "version.c"

static void drive(void) {
  PICK(int, x, SMALL);
  START;
  show("return value", count(x));
}
