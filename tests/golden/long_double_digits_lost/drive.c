#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, amount, 0, 1, -3);
  PICK(int, days, -1, 0, 1, 2);
  START;
  long double result = charge(amount, &days);
  show("days", days);
  int64_t digits;
  int16_t top;
  memcpy(&digits, &result, sizeof digits);
  memcpy(&top, (char *)&result + sizeof digits, sizeof top);
  show("digits", digits);
  show("sign and exponent", top);
}
