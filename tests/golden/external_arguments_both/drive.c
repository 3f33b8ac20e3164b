#include "drive.h"
#include "version.c"
void send(int channel, int value) { event("send(%d, %d)", channel, value); }

static void drive(void) {
  PICK(int, x, INTS);
  START;
  f(x);
}
