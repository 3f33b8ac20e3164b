#include "drive.h"
static int closed;
static int close_it(int file) {
  event("close(%d)", file);
  return closed;
}
#define close close_it
#include "version.c"

static void drive(void) {
  PICK(int, file, 0, 5);
  PICK(int, result, -1, 0);
  closed = result;
  START;
  show("return value", finish(file));
}
