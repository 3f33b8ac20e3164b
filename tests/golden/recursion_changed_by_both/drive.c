#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, shape, 0, 1, 2, 3, 4, 5);
  struct tree nodes[5] = {0};
  START;
  if (shape > 1)
    nodes[0].left = &nodes[1];
  if (shape > 2)
    nodes[0].right = &nodes[2];
  if (shape > 3)
    nodes[2].left = &nodes[3];
  if (shape > 4)
    nodes[3].right = &nodes[4];
  show("return value", depth(shape ? nodes : 0));
}
