#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, count, 0, 1, 2, 3);
  PICK(int, asked, 0, 1, 5, 101);
  static struct item items[] = {{0, "a", 1}, {0, "b", 20}, {0, "c", 300}};
  const char *all[] = {"a", "c", "b", "none", "c"}, *names[101];
  for (int i = 0; i < 101; i++)
    names[i] = all[i % 5];
  for (int i = 0; i < 3; i++)
    items[i].next = 0;
  for (int i = 0; i + 1 < count; i++)
    items[i].next = &items[i + 1];
  START;
  show("return", (long)total(count ? items : 0, names, asked));
}
