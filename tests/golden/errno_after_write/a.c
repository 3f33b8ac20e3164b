#include <errno.h>
#include <unistd.h>

int f(int fd) {
  errno = 0;
  long n = write(fd, "x", 1);
  if (errno)
    return 3;
  return n < 0;
}
