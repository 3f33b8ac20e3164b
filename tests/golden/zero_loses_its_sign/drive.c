#include "drive.h"

#include "version.c"

static void drive(void) {
  double values[] = {0.0, -0.0, 1.0, -1.0, 2.0};
  int which = 0;
  SET(which, 0, 1, 2, 3, 4);
  START;
  double result = toward_zero(values[which], 1.5);
  show("result", (long)(result * 4));
  show("is negative", __builtin_signbit(result) != 0);
}
