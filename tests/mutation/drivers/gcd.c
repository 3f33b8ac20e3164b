#include "drive.h"
#include "version.c"

static const long numbers[] = {
    INT_MIN, INT_MIN + 1, -462, -12, -9,  -6,  -4,   -3,      -2,
    -1,      0,           1,    2,   3,   4,   5,    6,       7,
    8,       9,           10,   12,  360, 462, 1071, INT_MAX, 65536};

void drive(void) {
  int a = (int)pick_of("a", numbers);
  int b = (int)pick_of("b", numbers);
  start();
  show("return value", gcd(a, b));
}
