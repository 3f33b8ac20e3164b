#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, count, 0, 1, 2, 3);
  struct list list = {0};
  START;
  for (int i = 0; i < count; i++)
    show("result", add(&list, i));
  for (struct item *item = list.first; item; item = item->next)
    show("item", item->value);
  if (list.first)
    show("prev", list.first->prev ? list.first->prev->value : -1);
}
