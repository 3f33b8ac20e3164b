#include "drive.h"
#include <stdlib.h>
#define malloc drive_malloc
#include "version.c"

static void drive(void) {
  drive_failing = 0;
  SET(drive_failing, 0, 1);
  SET(q, 0, 2, 7);
  START;
  f();
  show("q", q);
  show("p is null", p == NULL);
  if (p)
    show("*p", *p);
}
