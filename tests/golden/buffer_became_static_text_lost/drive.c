#include "drive.h"

static char said[32];
static int result_of_puts;

static int say(const char *text) {
  snprintf(said, sizeof said, "%s", text);
  return result_of_puts;
}
#define puts say
#include "version.c"

static void drive(void) {
  PICK(int, yes, 0, 1);
  PICK(int, language, -1, 0, 1, 2, 3, 4);
  SET(result_of_puts, -1, 0, 5);
  START;
  show("return value", answer(yes, language));
  show_text("said", said);
}
