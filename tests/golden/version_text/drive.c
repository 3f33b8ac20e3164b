#include "drive.h"
#include "version.c"
#include <string.h>

static void drive(void) {
  START;
  show("return value", strcmp(version(), "1.8") == 0);
}
