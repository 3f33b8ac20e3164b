#include "drive.h"
#include "version.c"

void call(long address) { ((void (*)(void))address)(); }

static void drive(void) {
  PICK(unsigned, n, 0, 1, 2);
  START;
  show("return value", run(n));
}
