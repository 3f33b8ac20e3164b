#include "drive.h"
#include "version.c"

void drive(void) {
  char *text = pick_text("text", "-.09/:\1\310", 4, NULL);
  start();
  show("return value", is_number(text));
}
