#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, a, 0, 5);
  PICK(int, b, 0, 7);
  PICK(int, w, 0, 1, -7);
  union u u = {.s = {.a = a, .b = b}};
  START;
  show("return", f(&u, w));
}
