#include "drive.h"
#include "version.c"

static int fails;

int try_to_send(int size) {
  show("try", size);
  return fails-- > 0 ? 0 : size == 5 ? 6 : size > 2 ? 2 : size;
}

void wait_for(int milliseconds) { show("wait", milliseconds); }

static void drive(void) {
  PICK(int, size, 0, 1, 4, 5);
  PICK(int, failures, 0, 1, 9);
  PICK(int, tries, 0, 3, 12);
  fails = failures;
  START;
  show("return value", send_patiently(size, tries));
}
