#include <stdbool.h>
void next_mark(char *mark, bool *is_last);

int classify(void) {
  char mark[4];
  bool is_last;
  next_mark(mark, &is_last);
  if (mark[0] == '*')
    return 1;
  return is_last ? 2 : 0;
}
