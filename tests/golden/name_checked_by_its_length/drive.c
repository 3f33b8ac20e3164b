#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, k, 0, 1, 2, 3);
  PICK(int, limit, 0, 1, 2, 3, 4);
  const char *names[] = {NULL, "", "a", "abc"};
  char target[8] = "";
  START;
  show("return value", set_name(target, names[k], (unsigned long)limit));
  show("target", target[0] + target[1]);
}
