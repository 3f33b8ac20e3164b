#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

struct node *list_insert(struct node *list, int value) {
  struct node **place = &list;
  struct node *fresh = 0;

  if (!fresh)
    return NULL;

  while (*place) {
    if ((*place)->value >= value)
      break;
    place = &(*place)->next;
  }

  fresh->value = value;

  fresh->next = *place;

  *place = fresh;

  return list;
}
