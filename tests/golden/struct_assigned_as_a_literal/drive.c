#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, tag, 0, 1, 2, 77);
  struct line line = {9, 9, 9};
  START;
  show("return value", fill(&line, (unsigned)tag));
  show("tag", line.tag);
  show("valid", line.valid);
  show("age", line.age);
}
