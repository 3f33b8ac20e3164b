#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, n, 2, 3, 4, 5);
  START;
  struct options it;
  set(&it, n);
  show("p->same", it.same == strcmp);
  show("p->level", it.level);
}
