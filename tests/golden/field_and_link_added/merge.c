#include <stdlib.h>

struct item {
  int value;
  long extra;
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
    made->prev = made;
    return 1;
  }
  struct item *last = list->first;
  last = last->prev;
  last->next = made;
  list->first->prev = made;
  return 1;
}
