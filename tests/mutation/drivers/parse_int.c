#include "drive.h"
#include "version.c"

static const char *const long_texts[] = {
    "2147483646",  "2147483647",  "2147483648",  "2147483649",  "2147483650",
    "-2147483646", "-2147483647", "-2147483648", "-2147483649", "-2147483650",
    "+2147483647", "+2147483648", "214748364",   "-214748364",  "4294967296",
    "4294967297",  "99999999999", "-9999999999", "21474836470", "1234567890",
    "0000000001",  "-0",          "12a",         "00000000000", NULL};

void drive(void) {
  char *text = pick_text("text", "-+019/:\1\310", 3, long_texts);
  int place = -77;
  int *value = pick("no value", 0, 1) ? NULL : &place;
  start();
  show("return value", parse_int(text, value));
  if (value)
    show("*value", *value);
}
