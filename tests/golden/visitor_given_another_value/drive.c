#include "drive.h"

#include "version.c"

static void drive(void) {
  struct list second = {0, NULL}, first = {0, &second};
  PICK(int, x, 0, 1, 2, 3);
  PICK(int, y, 0, 1, 2, 3);
  first.value = x;
  second.value = y;
  int total = 0;
  START;
  show("return value", each(&first, add, &total));
  show("*context", total);
}
