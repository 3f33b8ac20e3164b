#include <stddef.h>

struct shape {
  int lines;
  int tabs;
  size_t longest;
};

void measure(const char *restrict text, struct shape *restrict shape) {
  size_t length = 0;

  shape->lines = 0;
  shape->tabs = 0;
  shape->longest = 0;
  for (; *text != '\0'; text++) {
    if (*text == '\n') {
      shape->lines++;
      if (length > shape->longest)
        shape->longest = length;
      length = 0;
    } else {
      length++;
    }
  }
  if (length > shape->longest)
    shape->longest = length;
}
