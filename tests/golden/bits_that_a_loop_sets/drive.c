#include "drive.h"
#include "version.c"

static void drive(void) {
  static const char *const texts[] = {"", "r", "xw", "rwx", "r-x", "-", "rq", "z"};
  PICK(int, which, 0, 1, 2, 3, 4, 5, 6, 7);
  PICK(unsigned, mode, 0, 7, 8, 0xfffffff5);
  struct entry entry = {mode, 3};
  START;
  show("return value", set_mode(&entry, texts[which]));
  show("mode", entry.mode);
  show("changes", entry.changes);
}
