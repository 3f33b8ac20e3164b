#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, count, 0, 5);
  struct item b = {NULL, 3, count}, a = {&b, 4, 1};
  START;
  show("return value", first(&a));
  show("value", a.value);
}
