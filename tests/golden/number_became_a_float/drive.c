#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, v, 0, 1, 2, 3, 4);
  PICK(int, n, 0, 4);
  PICK(int, w, 0, 1, -7);
  struct o o = {.v = v, .n = n};
  START;
  show("return", f(&o, w));
}
