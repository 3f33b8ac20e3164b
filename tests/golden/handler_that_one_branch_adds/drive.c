#include "drive.h"

#include "version.c"

static void drive(void) {
  PICK(int, x, INTS);
  PICK(int, which, 0, 1);
  struct hooks of = {0};
  if (which)
    set(&of);
  START;
  show("return value", f(&of, x));
}
