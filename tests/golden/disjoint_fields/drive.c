#include "drive.h"
#include "version.c"

static void drive(void) {
  struct rectangle r = {0};
  SET(r.width, 0, 1, 7, UINT_MAX);
  SET(r.height, 0, 1, 7, UINT_MAX);
  PICK(unsigned, scale, 0, 1, 2, UINT_MAX);
  START;
  f(&r, scale);
  show("r->width", r.width);
  show("r->height", r.height);
}
