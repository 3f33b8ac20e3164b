#include "drive.h"
#include "version.c"

static void drive(void) {
  struct stack s = {{4, -3, 7, 0, 1, 2, 9, 8}, 0};
  int item = 0;
  SET(s.depth, -1, 0, 1, 2, 7, 8, 9);
  START;
  show("return value", stack_pop(&s, &item));
  show("item", item);
  show("depth", s.depth);
}
