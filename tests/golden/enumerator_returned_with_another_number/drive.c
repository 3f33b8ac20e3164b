#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(const char *, name, "box", "line", "other");
  START;
  enum kind kind = kind_of(name);
  show("kind", kind == BOX ? 1 : kind == LINE ? 2 : kind == KINDS ? 3 : 4);
}
