#include "drive.h"
#include "version.c"

/* at_most_limit is limit under another name */
int at_most_limit(int) __attribute__((weak));
int limit(int) __attribute__((weak));

static void drive(void) {
  PICK(int, x, INTS, 8);
  START;
  show("return value", limit ? limit(x) : at_most_limit(x));
}
