#include <stdarg.h>
#include <stdio.h>

static char message[64];
int errors;

static void fail(const char *format, ...) {
  va_list values;
  va_start(values, format);
  vsnprintf(message, sizeof message, format, values);
  va_end(values);
}

int parse(int c) {
  if (c < '0' || c > '9') {
    fail("unexpected %d", c);
    return -1;
  }

  return 10 * (c - '0');
}

const char *what(void) { return message; }
