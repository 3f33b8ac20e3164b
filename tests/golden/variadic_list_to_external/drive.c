#include "drive.h"
#include "version.c"
void vlog_line(const char *format, va_list values) {
  char line[64];
  vsnprintf(line, sizeof line, format, values);
  event("vlog_line(%s)", line);
}

static void drive(void) {
  PICK(int, a, FEW);
  PICK(int, b, FEW);
  START;
  show("return value", f(a, b));
}
