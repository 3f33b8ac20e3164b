#include "drive.h"

#include "version.c"

static void drive(void) {
  PICK(int, is_same, 0, 1);
  PICK(int, count, 0, 1, 6, 300);
  START;
  unsigned char apart[4] = {7, 7, 7, 7};
  unsigned char *bytes = is_same ? (unsigned char *)&count : apart;
  show("result", f(bytes, &count));
  show("first", bytes[0]);
}
