#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(unsigned, level, UINTS);
  START;
  show("return value", rate(level));
}
