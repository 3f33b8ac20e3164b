#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, n, 0, 1, 2, 3);
  PICK(int, first, 0, 1);
  PICK(int, second, 0, 1);
  unsigned char marks[3] = {(unsigned char)first, (unsigned char)second, 1};
  START;
  show("return value", count_marks(marks, (size_t)n));
}
