#include <unistd.h>

int finish(int file) {
  int code = close(file);
  if (code < -1)
    code = -1;

  return code != 0 ? 1 : 2;
}
