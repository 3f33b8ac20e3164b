#include "drive.h"

#include "version.c"

static void drive(void) {
  static char text[4];
  int room_left = 0;
  SET(room_left, 0, 1, 2, 4);
  START;
  show("put", put(text, text + room_left, 'x'));
  show("text", text[0]);
}
