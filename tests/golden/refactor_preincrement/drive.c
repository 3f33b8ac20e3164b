#include "drive.h"
#include "version.c"

static void drive(void) {
  SET(retries, INTS);
  START;
  show("return value", f());
  show("retries", retries);
}
