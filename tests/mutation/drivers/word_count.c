#include "drive.h"
#include "version.c"

void drive(void) {
  char *text = pick_text("text", " \ta\1\310", 4, NULL);
  start();
  show("return value", word_count(text));
}
