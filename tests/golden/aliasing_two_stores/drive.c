#include "drive.h"
#include "version.c"

static void drive(void) {
  unsigned a = 0, b = 0;
  SET(a, 0, 1, UINT_MAX);
  PICK(int, is_same, 0, 1);
  START;
  f(&a, is_same ? &a : &b);
  show("*p", a);
  show("*q", is_same ? a : b);
}
