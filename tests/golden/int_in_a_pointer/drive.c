#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(long, given, 0, 1, -1, 0x80000000, 77);
  count = 5;
  START;
  show("return value", start((void *)given) == &count);
  show("count", count);
}
