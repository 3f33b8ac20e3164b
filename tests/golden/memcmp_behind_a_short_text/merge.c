#include <string.h>

int is_end(const char *word, int x) {
  int yes = 2, no = 0;

  return memcmp(word, "exit", 5) == 0 && x - 7 != 0 ? yes : no;
}
