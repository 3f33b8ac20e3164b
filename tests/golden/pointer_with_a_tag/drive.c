#include "drive.h"

#include "version.c"

static void drive(void) {
  static struct node node;
  PICK(unsigned long, tag, 0, 1);
  START;
  struct node *head = (struct node *)((unsigned long)&node | tag);
  show("return value", f(&head));
}
