#include "drive.h"
#include "version.c"

void drive(void) {
  unsigned bits = (unsigned)pick("bits", 0, 31);
  long near = pick("near", -20, 20);
  unsigned x = (1u << bits) + (unsigned)near;
  start();
  show("return value", round_up(x));
}
