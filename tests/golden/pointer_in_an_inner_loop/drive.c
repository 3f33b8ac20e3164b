#include "drive.h"

#include "version.c"

static void drive(void) {
  PICK(int, n, 0, 1, 3);
  PICK(int, length, 0, 2);
  struct line lines[3] = {{"ab", length, 7}, {"xyz", 3, 7}, {"", 0, 7}};
  START;
  show("return value", sum_lines(lines, n));
  for (int i = 0; i < 3; i++)
    show("sum", lines[i].sum);
}
