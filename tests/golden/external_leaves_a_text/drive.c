#include "drive.h"
#include "version.c"
static const char *left;
int line_read(int file, char *line, int size) {
  event("line_read(%d, %d)", file, size);
  int length = (int)strlen(left);
  memcpy(line, left, length);
  return length;
}

static void drive(void) {
  PICK(const char *, text, "", "=", " =", "#", "#=", "x");
  left = text;
  START;
  show("return value", read_pair(0));
}
