#include "drive.h"

static int more;
struct list;
int moved(struct list *list, int *position) {
  *position += more;
  return list != 0;
}

#define index moved // of <strings.h> is another one
#include "version.c"

static void drive(void) {
  PICK(int, n, -2, -1, 0, 1, 7);
  SET(more, 0, 1, 40);
  START;
  show("return value", find(0, n));
}
