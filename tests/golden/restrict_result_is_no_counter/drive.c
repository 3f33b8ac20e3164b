#include "drive.h"

#include "version.c"

static void drive(void) {
  int number = 0, other = 0;
  SET(number, -1, 0, 1, 99, 100, 250);
  SET(served, 0, 7, 2147483647);
  START;
  show("serve", serve(number, &other));
  show("served", served);
  show("other", other);
}
