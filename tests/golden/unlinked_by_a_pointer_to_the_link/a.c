#include <stdlib.h>

struct node {
  int key;
  struct node *next;
};

struct list {
  struct node *head;
  int count;
};

int list_delete(struct list *list, int key) {
  struct node **link = &list->head;
  while (*link && (*link)->key != key)
    link = &(*link)->next;
  struct node *node = *link;
  if (!node)
    return 0;
  *link = node->next;
  free(node);
  return 1;
}
