#include "drive.h"

#include "version.c"

static void drive(void) {
  PICK(unsigned, n, 0, 1, 2, 3, 7, 20);
  PICK(int, which, 0, 1);
  int out = 0;
  START;
  show("return value", f(which ? &dear_tariff : &cheap_tariff, n, &out));
  show("*out", out);
}
