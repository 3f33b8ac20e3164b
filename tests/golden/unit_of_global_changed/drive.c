#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(unsigned, seconds, UINTS);
  PICK(unsigned, used, UINTS);
  START;
  show("return value", remaining(seconds, used));
  show("timeout", timeout);
}
