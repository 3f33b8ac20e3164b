#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, third, 1, 3);
  int words[8] = {1, 2, third};
  START;
  show("return", total(words));
}
