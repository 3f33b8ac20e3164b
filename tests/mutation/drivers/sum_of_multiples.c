#include "drive.h"
#include "version.c"

void drive(void) {
  int below = (int)pick("below", -3, 400);
  start();
  show("return value", sum_of_multiples(below));
}
