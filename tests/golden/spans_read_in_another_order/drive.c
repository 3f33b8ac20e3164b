#include "drive.h"

#include "version.c"

static void drive(void) {
  PICK(int, n, 0, 1, 3, 1001);
  PICK(int, low, -5, 0, 3);
  struct span spans[1001] = {{0, 2}, {low, low + 1}, {2, 9}};
  START;
  show("return value", count_crossing(spans, n));
}
