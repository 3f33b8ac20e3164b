#include <stdbool.h>
void next_mark(char *mark, bool *is_last);

int classify(void) {
  char mark[4];
  bool is_last;
  next_mark(mark, &is_last);
  if (is_last)
    return mark[0] == '*' ? 1 : 2;
  return mark[0] == '*';
}
