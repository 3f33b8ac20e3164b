#include "drive.h"

#include "version.c"

static void drive(void) {
  static char text[4];
  int count = 0;
  SET(count, 0, 1, 2, 4);
  char with = 0;
  SET(with, 'a', '\0');
  START;
  pad_to(text, text + count, with);
  for (int i = 0; i < 4; i++)
    show("text", text[i]);
}
