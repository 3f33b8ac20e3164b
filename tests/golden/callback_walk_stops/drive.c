#include "drive.h"
#include "version.c"

static int sum, calls;

static int add(int value, void *context) {
  sum += value;
  calls++;
  return value > *(int *)context ? value : 0;
}

static void drive(void) {
  static const int values[] = {3, -1, 8, 0, 5};
  PICK(size_t, count, 0, 1, 2, 3, 4, 5);
  PICK(int, most, -9, 2, 3, 7, 9);
  PICK(int, has_call, 0, 1);
  START;
  show("return value", each(values, count, has_call ? add : NULL, &most));
  show("sum", sum);
  show("calls", calls);
}
