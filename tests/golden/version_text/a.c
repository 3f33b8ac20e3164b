#include <stdio.h>

#define MINOR 8

const char *version(void) {
  static char text[16];
  snprintf(text, sizeof text, "1.%d", MINOR);
  return text;
}
