#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, kind, 0, 1);
  PICK(int, count, -2, 0, 3);
  PICK(int, thirds, 0, 1, -5);
  START;
  struct item item = {(char)kind, thirds / 3.0L, (short)count};
  long double result = total(&item, 1.1L);
  int64_t digits;
  int16_t top;
  memcpy(&digits, &result, sizeof digits);
  memcpy(&top, (char *)&result + sizeof digits, sizeof top);
  show("digits", digits);
  show("sign and exponent", top);
}
