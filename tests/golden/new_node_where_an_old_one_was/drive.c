#include "drive.h"
#include <stdlib.h>
#define malloc drive_malloc
#include "version.c"

static void drive(void) {
  drive_failing = 0;
  SET(drive_failing, 0, 1);
  PICK(int, first, INTS);
  PICK(int, value, INTS);
  struct node last = {7, NULL}, head = {first, &last};
  START;
  struct node *made = list_insert(&head, value);
  show("return value is null", made == NULL);
  show("head.value", head.value);
  show("head.next is last", head.next == &last);
  show("last.next is null", last.next == NULL);
  show("last.value", last.value);
}
