#include "drive.h"

#include "version.c"

static void drive(void) {
  static char text[8];
  for (int i = 0; i < 3; i++)
    SET(text[i], '\0', 'a', '\t', '\n', ' ');
  SET(text[3], '\0', 'b', '\t', '\n');
  struct shape shape = {7, 7, 7};
  START;
  measure(text, &shape);
  show("lines", shape.lines);
  show("tabs", shape.tabs);
  show("longest", shape.longest);
}
