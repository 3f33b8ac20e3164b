#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, room, 0, 1, 2, 5, 6, 7, 8);
  PICK(int, skip, 0, 2, 4);
  char bytes[8] = "";
  struct text text = {bytes, 0, (size_t)room};
  START;
  show("return value", (long)quote(&text, "abcd" + skip));
  show("size", (long)text.size);
  for (int i = 0; i < 8; i++)
    show("byte", bytes[i]);
}
