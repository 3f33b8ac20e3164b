#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, c, -1, 0, 1, 'a', 100, 1000, '0', '5', '9');
  START;
  show("return value", parse(c));
  show("errors", errors);
  show_text("message", message);
}
