#include <errno.h>
#include <stdlib.h>

struct size {
  long width, height;
};

int parse(const char *text, struct size *size) {
  char *end;
  errno = 0;
  long width = strtol(text, &end, 10);
  if (*end != 'x')
    return -2;
  if (errno == ERANGE)
    return -1;
  size->width = width;
  return 0;
}
