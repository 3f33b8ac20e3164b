#include <stddef.h>
struct node { struct node *next; int key; unsigned refs; };
struct node *f(struct node **head, int key) {
  struct node **link = head;
  while (*link && (*link)->key != key)
    link = &(*link)->next;
  struct node *n = *link;
  if (!n)
    return NULL;
  *link = n->next;
  n->next = NULL;
  if (n->refs > 0)
    n->refs--;
  return n;
}
