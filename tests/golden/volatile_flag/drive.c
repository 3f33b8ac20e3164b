#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, limit, -1, 0, 1, 9, 10, 11, 99, 100, 101);
  PICK(int, flag, 0, 1);
  START;
  stop = flag;
  show("return value", wait_for(limit));
  show("ticks", ticks);
}
