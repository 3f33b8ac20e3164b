#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, port, 0, 1, 2);
  PICK(int, host, 1, 2);
  struct key x = {.host = 1, .port = port}, y = {.host = host, .port = 1};
  START;
  show("return", same(&x, &y));
}
