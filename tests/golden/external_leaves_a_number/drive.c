#include "drive.h"
#include "version.c"
static int left;
int sensor_read(int channel, int *raw) {
  event("sensor_read(%d)", channel);
  *raw = left;
  return 0;
}

static void drive(void) {
  PICK(int, x, INTS);
  left = x;
  START;
  show("return value", sample(3));
}
