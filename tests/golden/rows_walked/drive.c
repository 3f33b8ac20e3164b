#include "drive.h"
#include "version.c"

static void drive(void) {
  static const unsigned cells[] = {1, 2, 3, 500, 400, 300, 7, 8, 9, UINT_MAX};
  PICK(unsigned, rows, 0, 1, 2, 3);
  PICK(unsigned, columns, 0, 1, 2, 3);
  PICK(unsigned, from, 0, 1);
  START;
  show("return value", total(cells + from, rows, columns));
}
