#include <unistd.h>

int finish(int file) {
  int code = close(file);
  if (code < -1)
    code = -1;

  if (code < -1)
    return 0;
  return code == -1 ? 1 : 2;
}
