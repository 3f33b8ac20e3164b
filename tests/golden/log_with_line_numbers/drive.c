#include "drive.h"
#include "version.c"
// The line is where the call stands in the text.
void log_at(int line, const char *what) {
  (void)line;
  event("log_at(%s)", what);
}

static void drive(void) {
  PICK(int, x, INTS);
  START;
  show("return value", limit(x));
}
