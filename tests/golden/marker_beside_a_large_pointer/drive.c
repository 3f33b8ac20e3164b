#include "drive.h"
#include "version.c"

static void drive(void) {
  char here;
  PICK(int, which, 0, 1);
  PICK(int, a, 0, 3);
  START;
  char *p = which ? (char *)0x9500000000000000ul : &here;
  show("return value", choose(p, &here, a));
}
