#include "drive.h"

#include "version.c"

static int twice(int x) { return x & 0xffff ? 2 * (x & 0xffff) : 2; }
static int minus(int x) { return -(x & 0xffff) - 1; }

static void drive(void) {
  struct operations with = {twice, minus};
  PICK(int, x, INTS);
  START;
  show("return value", f(&with, x));
}
