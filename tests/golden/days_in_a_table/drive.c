#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, year, -401, -400, -100, -4, -1, 0, 1, 4, 100, 400, 1900, 2024);
  PICK(int, month, -1, 1, 2, 3, 12, 13, 15);
  START;
  show("return value", day_of_year(year, month, 3));
}
