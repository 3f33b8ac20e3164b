#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(unsigned, day, UINTS);
  START;
  show("return value", f(day));
}
