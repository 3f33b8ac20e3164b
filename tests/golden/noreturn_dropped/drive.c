#include "drive.h"
#include "version.c"

void die(int code) { exit(code); }

static void drive(void) {
  PICK(unsigned, x, UINTS);
  START;
  show("return value", f(x));
}
