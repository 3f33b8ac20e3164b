#include <stdarg.h>
#include <stdio.h>

char message[64];

static void fail(const char *format, ...) {
  va_list values;
  va_start(values, format);
  vsnprintf(message, sizeof message, format, values);
  va_end(values);
}

int parse(int c) {
  if (c < '0' || c > '9') {
    fail("unexpected %d, not %c", c, '0');
    return -1;
  }

  return c - '0';
}
