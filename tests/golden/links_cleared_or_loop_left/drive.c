#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, length, 0, 3);
  PICK(int, first, 0, 1);
  struct node nodes[3];
  struct node *list = NULL;
  for (int i = length - 1; i >= 0; i--) {
    nodes[i].value = i == 0 ? first : 0;
    nodes[i].next = list;
    list = &nodes[i];
  }
  START;
  show("return value", list_remove(&list, 0));
  int left = 0;
  for (struct node *n = list; n; n = n->next)
    left++;
  show("left", left);
}
