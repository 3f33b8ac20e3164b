#include "drive.h"

#include "version.c"

static void drive(void) {
  PICK(unsigned, n, 0, 1, 1299129025u);
  START;
  show("return value", level(n));
}
