#include "drive.h"

int puts(const char *text) {
  event("%s", text);
  return 1;
}
#include "version.c"

static void drive(void) {
  static const char *const names[] = {"", "#", "a", "#ab", "abcdefghij", "#234567"};
  PICK(int, which, 0, 1, 2, 3, 4, 5);
  struct user user = {"zzzzzzz", 9};
  START;
  show("return value", set_name(&user, names[which]));
  for (int i = 0; i < 8; i++)
    show("name", user.name[i]);
  show("flags", user.flags);
}
