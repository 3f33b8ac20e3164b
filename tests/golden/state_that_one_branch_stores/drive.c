#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, state, 0, 1, 2);
  PICK(int, count, SMALL);
  START;
  is_on = state;
  show("return value", cost(count));
}
