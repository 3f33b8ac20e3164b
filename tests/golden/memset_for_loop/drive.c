#include "drive.h"
#include "version.c"

static void drive(void) {
  unsigned char buffer[8] = {9, 9, 9, 9, 9, 9, 9, 9};
  PICK(int, x, INTS);
  START;
  f(buffer, x);
  for (int i = 0; i < 8; i++) {
    char name[16];
    snprintf(name, sizeof name, "buffer[%d]", i);
    show(name, buffer[i]);
  }
}
