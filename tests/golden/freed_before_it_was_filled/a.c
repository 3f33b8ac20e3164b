#include <stdlib.h>

struct list { int *items; unsigned count, room; };

struct list *new_list(unsigned room)
{
  struct list *list = malloc(sizeof *list);
  if (!list)
    return NULL;

  list->count = 0;
  list->room = room > 4 ? room : 4;
  list->items = malloc(list->room * sizeof *list->items);
  if (list->items == NULL)
    goto failed;

  return list;

failed:
  free(list);
  return NULL;
}

int has_room(const struct list *list)
{
  return list->count < list->room;
}
