#include "drive.h"
#include "version.c"

static void drive(void) {
  static struct point a = {1, 2}, b;
  SET(b.x, FEW);
  SET(b.y, FEW);
  PICK(int, is_same, 0, 1);
  START;
  f(is_same ? &b : &a, &b);
  show("a.x", a.x);
  show("a.y", a.y);
  show("b.x", b.x);
  show("b.y", b.y);
  show("copies", copies);
}
