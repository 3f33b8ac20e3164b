#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(unsigned, weight, UINTS);
  PICK(int, is_member, 0, 1, -1);
  START;
  show("return value", f(weight, is_member));
}
