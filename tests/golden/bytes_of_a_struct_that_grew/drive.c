#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, a, 0, 1);
  PICK(int, b, 0, 2);
  struct s it = {.a = a, .b = b};
  START;
  show("return value", last(&it));
}
