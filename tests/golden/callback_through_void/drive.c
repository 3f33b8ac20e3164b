#include "drive.h"
#include "version.c"

void each(int *values, void *action) {
  void (*call)(int) = (void (*)(int))action;
  call(values[0]);
  call(values[1]);
}

static void drive(void) {
  PICK(int, x, 0, 1, 2, 10, 100, -5);
  START;
  show("return value", f(x));
}
