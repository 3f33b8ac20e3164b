#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, tag, 0, 7, 9);
  PICK(int, wanted, 0, 7, 9);
  PICK(int, valid, 0, 1);
  struct line set[2] = {{7, 1}, {(unsigned)tag, (unsigned char)valid}};
  START;
  show("return value", second(set, (unsigned)wanted));
}
