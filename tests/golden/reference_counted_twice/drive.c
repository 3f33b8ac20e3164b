#include "drive.h"
#include "version.c"

static void drive(void) {
  struct object o = {1, 7};
  SET(o.refs, UINTS);
  START;
  show("return value", f(&o));
  show("o->refs", o.refs);
}
