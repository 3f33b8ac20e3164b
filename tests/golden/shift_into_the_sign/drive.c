#include "drive.h"

#include "version.c"

static void drive(void) {
  unsigned char at[4] = {1, 2, 3, 4};
  int bytes = 0;
  SET(bytes, 0, 1, 2, 3, 4);
  SET(at[3], 0, 1, 0x7f, 0x80, 0xff);
  SET(at[1], 0, 0x80);
  START;
  show("value", (long)read_le(at, bytes));
}
