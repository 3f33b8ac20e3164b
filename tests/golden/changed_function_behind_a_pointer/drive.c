#include "drive.h"

#include "version.c"

static void drive(void) {
  PICK(int, x, INTS);
  PICK(int, which, 0, 1);
  int out = 0;
  START;
  show("return value", f(which ? &dear_tariff : &cheap_tariff, x, &out));
  show("*out", out);
}
