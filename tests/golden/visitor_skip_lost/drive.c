#include "drive.h"

#include "version.c"

static int calls;
static int visit(struct node *node, void *data) { return calls++, 0; }

static void drive(void) {
  PICK(int, key, -1, 0, 1);
  struct node node = {0, key};
  START;
  calls = 0;
  show("return value", f(&node, visit, 0));
  show("calls", calls);
}
