#include "drive.h"
#include "limit.c"
#include "store.c"

static void drive(void) {
  PICK(int, n, INTS);
  START;
  show("return value", store(n));
}
