#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, count, 0, 1, 2, 3);
  PICK(int, key, 1, 2, 3, 4, 5);
  struct node nodes[3] = {{.key = 2}, {.key = 4}, {.key = 1}};
  struct node node = {.key = key};
  struct tree tree = {0};
  for (int i = 0; i < count; i++)
    insert(&tree, &nodes[i]);
  START;
  show("return", insert(&tree, &node));
  show("size", (long)tree.size);
  for (int i = 0; i < count; i++)
    show("hits", nodes[i].hits);
  show("parent", node.parent ? node.parent->key : -1);
}
