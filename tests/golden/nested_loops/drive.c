#include "drive.h"
#include "version.c"

static void drive(void) {
  unsigned m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  SET(m[0][0], 0, 1, UINT_MAX);
  SET(m[1][2], 0, 6, UINT_MAX);
  PICK(unsigned, k, 0, 1, 2, UINT_MAX);
  START;
  f(m, k);
  show("m[0][0]", m[0][0]);
  show("m[1][1]", m[1][1]);
  show("m[1][2]", m[1][2]);
  show("m[2][2]", m[2][2]);
}
