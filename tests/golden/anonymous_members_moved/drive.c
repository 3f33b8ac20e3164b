#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, a, 0, 5);
  PICK(int, b, 0, 7);
  PICK(int, c, 0, 9);
  PICK(int, w, 0, 1, -7);
  struct s s = {.a = a, .b = b, .c = c};
  START;
  show("return", f(&s, w));
}
