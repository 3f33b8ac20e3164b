#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, kind, 0, 1, -1, 77);
  START;
  struct node *n = f(kind);
  show("kind", n ? n->value.kind : -99);
  show("next", n && n->next);
  show("next's kind", n && n->next ? n->next->value.kind : -99);
}
