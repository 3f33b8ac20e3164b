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
  struct node *before = NULL, *node = list->head;
  while (node && node->key != key) {
    before = node;
    node = node->next;
  }
  if (!node)
    return 0;
  if (before)
    before->next = node->next;
  else
    list->head = node->next;
  free(node);
  list->count--;
  return 1;
}
