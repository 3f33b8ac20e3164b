#include "drive.h"
#include "version.c"
static const char *left;
static bool last;
void next_mark(char *mark, bool *is_last) {
  event("next_mark()");
  memcpy(mark, left, 4);
  *is_last = last;
}

static void drive(void) {
  PICK(const char *, text, "*\0\0", "++\0", "+\0\0", "\0\0\0");
  PICK(bool, is, false, true);
  left = text, last = is;
  START;
  show("return value", classify());
}
