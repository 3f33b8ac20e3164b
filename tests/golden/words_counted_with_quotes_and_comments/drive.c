#include "drive.h"
#include "version.c"

static void drive(void) {
  static const char *const texts[] = {"", "a b", "\" \" #", "\"a b\" c", "a # b"};
  PICK(unsigned, which, 0, 1, 2, 3, 4);
  START;
  show("return", count(texts[which]));
}
