#include <stdarg.h>

static int sum(int count, ...) {
  va_list values;
  int total = 0;
  va_start(values, count);
  for (int i = 0; i < count; i++)
    total += va_arg(values, int);
  va_end(values);
  return total;
}

int state;

int f(int a, int b) {
  a &= 255;
  b &= 255;
  state = b;
  return sum(3, a, b, 0);
}
