#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, eighths, FEW);
  PICK(int, n, 0, 1, -1);
  START;
  double result = f(eighths / 8.0, n);
  int64_t bits;
  memcpy(&bits, &result, sizeof bits);
  show("return value", bits);
}
