#include "drive.h"
#include "list.h"

static const long values[] = {INT_MIN, -1, 0, 1, 2, 3, 4, INT_MAX};

void drive(void) {
  struct node *list = pick_list(3, "0123");
  int value = (int)pick_of("value", values);
  unsigned failing = (unsigned)pick("allocation fails", 0, 1);
  drive_failing = failing;
  start();
  struct node *result = list_insert(list, value);
  show_node("return value", result);
  show_nodes(result);
}
