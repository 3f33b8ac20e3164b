#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, k, -1, 80, 81, 88, 89, 90, 99);
  START;
  fill(k);
  show("table[89]", table[89]);
  show("table[88]", table[88]);
}
