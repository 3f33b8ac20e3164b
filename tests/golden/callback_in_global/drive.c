#include "drive.h"
#include "version.c"

static void drive(void) {
  int values[4] = {3, 1, 4, 2};
  PICK(unsigned, n, 1, 2, 3, 4);
  init();
  START;
  f(values, n);
  for (int i = 0; i < 4; i++) {
    char name[16];
    snprintf(name, sizeof name, "p[%d]", i);
    show(name, values[i]);
  }
}
