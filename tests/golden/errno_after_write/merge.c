#include <errno.h>
#include <unistd.h>

int f(int file) {
  errno = 0;
  long n = write(file, "x", 1);
  if (errno)
    return 2;
  return n < 0;
}
