#include "drive.h"
#include "scan.c"
#include "show.c"

static void drive(void) {
  PICK(unsigned, at, UINTS);
  START;
  show("return value", column(at));
}
