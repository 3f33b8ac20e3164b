#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, first, 0, 1);
  PICK(int, second, 0, 1);
  PICK(long, value, 0, 5, -7);
  PICK(int, kind, 0, 1);
  struct item last = {.kind = second, .value = 3};
  struct item list = {.kind = first, .next = &last, .value = value};
  START;
  show("return", total(&list, kind));
}
