#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, kind, 0, 1, 2);
  PICK(int, c, 'a', 'b', 0);
  PICK(int, n, 0, 1, 2, 3);
  static char text[4] = "xa";
  START;
  show("return value",
       kind == 0 ? has_byte(NULL, c, 0) : has_byte(text + kind - 1, c, n < 2 ? (size_t)n : 2));
}
