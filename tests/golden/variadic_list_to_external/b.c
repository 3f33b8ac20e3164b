#include <stdarg.h>

void vlog_line(const char *format, va_list values);

static void warn(const char *format, ...) {
  va_list values;
  va_start(values, format);
  vlog_line(format, values);
  va_end(values);
}

int f(int a, int b) {
  warn("%d of %d", a, 100);

  return a | b;
}
