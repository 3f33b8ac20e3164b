#include "drive.h"
#include "list.h"

static const long values[] = {-1, 0, 1, INT_MAX};

void drive(void) {
  struct node *list = pick_list(4, "01>");
  int value = (int)pick_of("value", values);
  struct node **place = pick("no list", 0, 1) ? NULL : memory(sizeof list);
  if (place)
    *place = list;
  start();
  show("return value", list_remove(place, value));
  if (place)
    show_node("*list", *place);
  show_nodes(NULL);
}
