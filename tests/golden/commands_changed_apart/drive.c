#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, kind, 0, 3);
  PICK(int, cap, 0, 6);
  PICK(char, first, 'A', 'B');
  PICK(char, second, '"', '#');
  char text[3] = {first, second, 0}, out[8] = {0};
  if (cap == 5)
    text[0] = '\\';
  struct buf b = {out, 0, (size_t)cap};
  START;
  show("return value", emit(&b, kind, text));
  show("length", (long)b.n);
  for (int i = 0; i < 8; i++)
    show("byte", out[i]);
}
