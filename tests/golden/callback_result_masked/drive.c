#include "drive.h"

#include "version.c"

static int answer;
static int on_value(void *context, int value) { return answer; }

static void drive(void) {
  struct handler handler = {on_value, 0};
  PICK(int, x, -8, -1, 0, 3, 4, 12);
  START;
  answer = x;
  show("return value", f(&handler, 1));
}
