#include "drive.h"
#include "version.c"

static void drive(void) {
  static char s[5];
  SET(s[0], 0, ' ', ',', 'a');
  SET(s[1], 0, ' ', ',', 'a');
  SET(s[2], 0, ' ', ',', 'a');
  SET(s[3], 0, ' ', ',');
  START;
  show("return value", f(s));
}
