#include "drive.h"
#include "version.c"

static void drive(void) {
  struct flags flags = {1, 1, 0};
  PICK(int, x, INTS);
  START;
  f(&flags, x);
  show("is_dirty", flags.is_dirty);
  show("is_locked", flags.is_locked);
  show("age", flags.age);
}
