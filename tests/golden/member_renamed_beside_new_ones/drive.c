#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, first, 0, 1, 13);
  PICK(int, b, 0, 2);
  // The member in front of b, whatever its name.
  struct pair p = {.b = b};
  (&p.b)[-1] = first;
  START;
  show("return", sum(&p));
}
