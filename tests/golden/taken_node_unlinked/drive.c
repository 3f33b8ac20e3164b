#include "drive.h"

#include "version.c"

static void drive(void) {
  static struct node nodes[2];
  PICK(int, where, 0, 1, 2);
  PICK(unsigned, refs, 0, 1, 7);
  START;
  nodes[0] = (struct node){&nodes[1], 5, refs};
  nodes[1] = (struct node){0, 6, 3};
  struct node *outside = &nodes[0];
  struct node **head = where == 0 ? &outside : where == 1 ? &nodes[0].next : &nodes[1].next;
  struct node *taken = f(head);
  show("taken", taken ? taken - nodes : -1);
  show("head", *head ? *head - nodes : -1);
  show("refs", nodes[0].refs);
  show("next", nodes[0].next ? nodes[0].next - nodes : -1);
  show("other refs", nodes[1].refs);
  show("other next", nodes[1].next ? nodes[1].next - nodes : -1);
}
