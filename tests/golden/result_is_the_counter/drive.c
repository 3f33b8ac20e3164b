#include "drive.h"

#include "version.c"

static void drive(void) {
  int number = 0, other = 0, where = 0;
  SET(number, -1, 0, 1, 99, 100, 250);
  SET(where, 0, 1);
  SET(served, 0, 7);
  START;
  show("serve", serve(number, where ? &served : &other));
  show("served", served);
  show("other", other);
}
