#include "drive.h"
#include "version.c"

static int sum;

static int add(int value, void *context) {
  sum += value * ++*(int *)context;
  return value;
}

static void drive(void) {
  static const int values[] = {3, -1, 8, 0, 5};
  PICK(unsigned long, count, 0, 1, 2, 3, 4, 5);
  int calls = 0;
  START;
  show("return value", each(values, count, add, &calls));
  show("sum", sum);
  show("calls", calls);
}
