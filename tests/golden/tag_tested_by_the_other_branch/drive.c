#include "drive.h"

#include "version.c"

static void drive(void) {
  static struct node node;
  PICK(int, which, 7, 9);
  PICK(long, tag, 0, 1);
  START;
  show("return value", f((struct node *)((char *)&node + tag), &node, which));
}
