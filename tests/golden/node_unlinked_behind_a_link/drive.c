#include "drive.h"

#include "version.c"

static void drive(void) {
  static struct node nodes[3];
  PICK(int, where, 0, 1, 2, 3);
  PICK(int, key, 4, 5, 6, 7);
  PICK(unsigned, refs, 0, 1, 7);
  START;
  nodes[0] = (struct node){&nodes[1], 4, refs};
  nodes[1] = (struct node){&nodes[2], 5, refs};
  nodes[2] = (struct node){0, 6, 3};
  struct node *outside = &nodes[0];
  struct node **head = where == 3 ? &outside : &nodes[where].next;
  struct node *taken = f(head, key);
  show("taken", taken ? taken - nodes : -1);
  show("head", *head ? *head - nodes : -1);
  for (int i = 0; i < 3; i++) {
    show("refs", nodes[i].refs);
    show("next", nodes[i].next ? nodes[i].next - nodes : -1);
  }
}
