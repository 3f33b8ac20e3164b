#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, c, 0, 'a', ' ', -1, -128, 127);
  PICK(int, x, 5, 10, 15);
  char s[2] = {(char)c, 0};
  START;
  show("return value", leading(s, x));
}
