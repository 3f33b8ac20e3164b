#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(unsigned, room, 0, 3, 4, 5, 100, 1000000, 1000001);
  START;
  struct list *list = new_list(room);
  show("there", list != NULL);
  if (list) {
    show("count", list->count);
    show("room", list->room);
    show("has room", has_room(list));
  }
}
