#include "drive.h"
#include "version.c"

static void note(int number, void *context) {
  event("visit(%d, %s)", number, context ? "context" : "null");
}

static void drive(void) {
  PICK(unsigned, mask, 0, 1, 2, 3, 128, 255, 256, 65535, 65536);
  START;
  f(mask, note, &mask);
}
