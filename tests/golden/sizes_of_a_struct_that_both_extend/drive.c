#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(unsigned long, size, 0, 7, 8, 12, 16, 100);
  START;
  show("return", room(size));
}
