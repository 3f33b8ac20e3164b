#include <string.h>

void f(unsigned char buffer[8], int x) {
  memset(buffer, 0, 8);

  x = x & 127;

  buffer[0] = 1;
}
