#include "drive.h"
#include "version.c"

static void drive(void) {
  static const char *const words[] = {"", "e", "exit", "exits", "leave"};
  PICK(int, which, 0, 1, 2, 3, 4);
  PICK(int, x, 6, 7, 8);
  char *word = malloc(strlen(words[which]) + 1);
  strcpy(word, words[which]);
  START;
  show("return value", is_end(word, x));
}
