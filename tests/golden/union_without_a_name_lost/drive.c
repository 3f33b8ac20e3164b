#include "drive.h"
#include "version.c"

static void drive(void) {
  struct value v = {0};
  SET(v.kind, 0, 1, 2);
  SET(v.whole, 0, 1, 65536, 131071, -1);
  START;
  show("return value", weigh(&v));
}
