#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, started, 0, 1, 2);
  PICK(int, count, SMALL);
  START;
  if (started)
    start();
  if (started == 2)
    stop();
  show("return value", cost(count));
}
