#include <stdarg.h>

int last;

int largest(int count, ...) {
  va_list values;
  int best = 0;
  va_start(values, count);
  for (int i = 0; i < count; i++) {
    int value = va_arg(values, int);
    best = value > best ? value : best;
  }
  va_end(values);

  last = count;

  return best < 100 ? best : 100;
}
