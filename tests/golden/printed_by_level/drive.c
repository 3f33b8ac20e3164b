#include "drive.h"
#include "version.c"

int emit(const char *text) {
  event("emit(%s)", text);
  return 1;
}

int emit_char(int c) {
  event("emit_char(%d)", c);
  return 1;
}

static void drive(void) {
  static const char *const texts[] = {"", "a", "a\nb", "\n"};
  PICK(int, level, -1, 0, 1, 2, 3, 4);
  PICK(int, which, 0, 1, 2, 3);
  START;
  show("return value", line(level, texts[which]));
}
