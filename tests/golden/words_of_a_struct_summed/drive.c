#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, a, 0, 1);
  PICK(int, b, 0, 2);
  PICK(int, c, 0, 4);
  struct s it = {.a = a, .b = b, .c = c};
  START;
  show("return value", sum(&it));
}
