#include "drive.h"

#include "version.c"

static void drive(void) {
  struct table table = {0, {1, 2, 3, 4}};
  int from = 0, where = 0, other = 0;
  SET(table.used, 0, 1, 3, 4);
  SET(from, -1, 0, 1, 2);
  SET(where, -1, 0, 1, 3);
  START;
  clear(&table, where < 0 ? &other : &table.slots[where], from);
  for (int i = 0; i < 4; i++)
    show("slot", table.slots[i]);
  show("used", table.used);
  show("other", other);
}
