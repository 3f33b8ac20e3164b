#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

struct node *list_insert(struct node *list, int value) {
  struct node **place = &list;
  struct node *fresh = malloc(sizeof(struct node));

  if (!fresh)
    return NULL;

  while (*place) {
    if ((*place)->value >= value)
      break;
    place = &(*place)->next;
  }

  fresh->value = 0;

  fresh->next = *place;

  *place = fresh;

  return list;
}
