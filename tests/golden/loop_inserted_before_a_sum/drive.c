#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(unsigned long, n, 0, 1, 2, 3, 64, 65);
  PICK(unsigned, first, 0, 7, 4000000000u);
  PICK(unsigned, second, 1, 5);
  values[0] = first;
  values[1] = second;
  values[2] = 9;
  START;
  show("return", f(n));
  show("least", least);
  show("average", average);
}
