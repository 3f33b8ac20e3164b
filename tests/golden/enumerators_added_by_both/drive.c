#include "drive.h"
#include "version.c"
#include <string.h>

/* What is the same input are the names, not the numbers. */
static void drive(void) {
  PICK(enum kind, kind, BOX, LINE);
  START;
  show("name", (long long)strlen(kind_name(kind)));
  show("first letter", kind_name(kind)[0]);
}
