#include <stdarg.h>

static long value(int kind, ...) {
  va_list values;
  va_start(values, kind);
  long number = kind ? va_arg(values, long) : va_arg(values, double) > 3;
  va_end(values);
  return number;
}

unsigned calls;

long f(int a) {
  calls += 2;

  return value(1, (long)a);
}
