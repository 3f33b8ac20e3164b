#include <limits.h>

// 0, or -1 where the text is no decimal number that an int can hold.
int parse_int(const char *text, int *value) {
  int is_negative = 0;
  int number = 0;
  int digits = 0;

  if (*text == '-') {
    is_negative = 1;
    text++;
  } else if (*text == '+') {
    text++;
  }

  while (*text >= '0' && *text <= '9') {
    int digit = *text - '0';

    if (number < (INT_MIN + digit) / 10)
      return -1;
    number = number * 10 - digit;

    digits++;
    text++;
  }

  if (*text != '\0')
    return -1;
  if (digits == 0)
    return -1;
  if (!is_negative && number == INT_MIN)
    return -1;

  *value = is_negative ? number : -number;
  return 0;
}
