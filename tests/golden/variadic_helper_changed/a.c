#include <stdarg.h>

int last;

static int pick(int which, ...) {
  va_list values;
  va_start(values, which);
  int first = va_arg(values, int);
  int second = va_arg(values, int);
  va_end(values);

  return which > 1 ? first : second;
}

int f(int which, int a, int b) {
  int chosen = pick(which, a, b);

  last = a;

  return chosen;
}
