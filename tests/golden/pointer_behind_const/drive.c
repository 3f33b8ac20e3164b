#include "drive.h"
#include "version.c"

void ext(const struct place *place) { *place->counter = 1; }

static void drive(void) {
  PICK(int, x, INTS);
  START;
  show("return value", f(x));
}
