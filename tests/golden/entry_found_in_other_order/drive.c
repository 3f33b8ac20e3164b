#include "drive.h"
#include "version.c"

static void drive(void) {
  static struct entry last = {0, "b", 2}, first = {&last, "a", 1};
  static struct entry *table[16];
  PICK(int, k, 0, 1, 2, 3);
  const char *keys[] = {"", "a", "b", "ab"};
  for (int i = 0; i < 16; i++)
    table[i] = &first;
  START;
  show("return value", lookup(table, keys[k], 7));
}
