#include "drive.h"

#include "version.c"

static void drive(void) {
  PICK(int, length, 0, 1, 3);
  PICK(int, key, 0, 1, 2, 7);
  struct list list = {NULL, length};
  for (int i = length - 1; i >= 0; i--) {
    struct node *node = malloc(sizeof *node);
    *node = (struct node){i, list.head};
    list.head = node;
  }
  START;
  show("return value", list_delete(&list, key));
  show("count", list.count);
  int sum = 0;
  for (struct node *n = list.head; n; n = n->next)
    sum = sum * 10 + n->key + 1;
  show("keys", sum);
}
