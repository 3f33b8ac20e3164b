#include "drive.h"
#include "version.c"

void drive(void) {
  char *text = pick_text("text", " a!\1\310", 4, NULL);
  size_t size = strlen(text) + 1;
  if (pick("no text", 0, 1))
    text = NULL;
  start();
  char *result = trim(text);
  if (!result || !text)
    show_word("return value", result ? "other" : "no text");
  else
    show("return value", result - text);
  if (text)
    show_bytes("text", text, size);
}
