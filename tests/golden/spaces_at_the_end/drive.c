#include "drive.h"
#include "version.c"

static void drive(void) {
  static const char *const lines[] = {"", "=", "a=b", "a  =b ", " =  ",
                                      "abc", "key = v  ", "=v"};
  PICK(int, which, 0, 1, 2, 3, 4, 5, 6, 7);
  char line[32];
  strcpy(line, lines[which]);
  char *key = NULL, *value = NULL;
  START;
  show("return value", split(line, &key, &value));
  show("key", key ? key - line : -1);
  show("value", value ? value - line : -1);
  for (int i = 0; i < 10; i++)
    show("line", line[i]);
}
