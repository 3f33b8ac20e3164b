#include "drive.h"

#include "version.c"

static void drive(void) {
  PICK(unsigned, length, 0, 1, 4, 8);
  PICK(unsigned, room, 0, 1, 4, 8, 9);
  START;
  struct vec v = {0, length, room, 3};
  v.items = room > 0 ? calloc(room, sizeof *v.items) : 0;
  if (length <= room)
    show("result", f(&v, 6));
  show("length", v.len);
  show("room", v.cap);
  show("grown", v.grown);
  for (unsigned i = 0; i < v.len && length <= room; i++)
    show("item", v.items[i]);
  free(v.items);
}
