#include "drive.h"
#include "version.c"

static void drive(void) {
  struct node out = {&out, 7, 7};
  PICK(int, key, FEW);
  START;
  f(&out, key);
  show("out->next is null", out.next == NULL);
  show("out->key", out.key);
  show("out->value", out.value);
}
