#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, file, -1, 0, 1000);
  START;
  show("return value", finish(file));
}
