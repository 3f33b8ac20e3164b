#include <string.h>

int is_end(const char *word, int x) {
  int yes = 1, no = 0;

  return strcmp(word, "exit") == 0 && x - 7 != 0 ? yes : no;
}
