#include "drive.h"
#include "version.c"

static void drive(void) {
  struct value v = {0};
  PICK(int, tag, 0, 1);
  PICK(int, number, INTS);
  v.tag = tag;
  if (tag)
    v.as.text = number > 0 ? "text" : NULL;
  else
    v.as.number = number;
  START;
  show("return value", weight(&v));
}
