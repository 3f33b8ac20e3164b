#include <stddef.h>
struct node { struct node *next; int key; unsigned refs; };
struct node *f(struct node **head) {
  struct node *n = *head;
  if (!n)
    return NULL;
  *head = n->next;
  n->next = NULL;
  n->refs -= 2;
  return n;
}
