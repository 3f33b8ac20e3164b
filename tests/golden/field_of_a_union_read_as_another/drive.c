#include "drive.h"

#include "version.c"

static void drive(void) {
  PICK(int, is_same, 0, 1);
  PICK(int, real, 0, 1, 5);
  START;
  struct value values[2] = {{0, {.real = 2}}, {0, {.real = (float)real}}};
  float result = f(&values[is_same], &values[1]);
  show("result", (long long)result);
  show("kind", values[is_same].kind);
  show("number", values[is_same].u.number);
}
