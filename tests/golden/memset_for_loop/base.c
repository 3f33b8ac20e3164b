#include <string.h>

void f(unsigned char buffer[8], int x) {
  for (int i = 0; i < 8; i++)
    buffer[i] = 0;

  x = x & 127;

  buffer[0] = 1;
}
