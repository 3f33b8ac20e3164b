#include <stddef.h>

struct node {
  int value;
  struct node *next;
};

// Takes every node of that value out; how many there were.
int list_remove(struct node **list, int value) {
  struct node **place = list;
  int removed = 0;

  if (!place)
    return -1;

  while (*place != NULL) {
    struct node *node = *place;

    if (node->value == value) {
      *place = node->next;
      node->next = NULL;

      removed++;
      continue;
    }

    place = &node->next;
  }

  return removed;
}
