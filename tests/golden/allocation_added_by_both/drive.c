#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, count, 0, 1, 7);
  START;
  struct user *user = make_user(count);
  show("return value", user != NULL);
  show("count", user->count);
}
