#include <stdlib.h>

struct item {
  int value;
  struct item *next;
  struct item *prev;
};
struct list {
  struct item *first;
};

int add(struct list *list, int value) {
  struct item *made = calloc(1, sizeof *made);
  if (!made)
    return 0;
  made->value = value;
  if (!list->first) {
    list->first = made;
    return 1;
  }
  struct item *last = list->first;
  while (last->next)
    last = last->next;
  last->next = made;
  return 1;
}
