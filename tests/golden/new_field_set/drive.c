#include "drive.h"

#include "version.c"

static void drive(void) {
  PICK(unsigned, uses, 0, 1, ~0u);
  START;
  struct settings settings = {5, 6, uses};
  f(&settings);
  show("level", settings.level);
  show("mode", settings.mode);
  show("uses", settings.uses);
}
