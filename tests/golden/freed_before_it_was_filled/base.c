#include <stdlib.h>

struct list { int *items; unsigned count, room; };

struct list *new_list(unsigned room)
{
  struct list *list = malloc(sizeof *list);
  if (!list)
    return NULL;

  if (room < 4)
    room = 4;
  list->items = malloc(room * sizeof(int));
  if (!list->items) {
    free(list);
    return NULL;
  }
  list->count = 0;
  list->room = room;

  return list;
}

int has_room(const struct list *list)
{
  return list->count < list->room;
}
