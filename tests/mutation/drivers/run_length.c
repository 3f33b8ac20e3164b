#include "drive.h"
#include "version.c"

static const char *const long_texts[] = {
    "aaaaaaaa",     "aaaaaaaaa",        "aaaaaaaaaa",          "aaaaaaaaaaa",
    "baaaaaaaaaab", "aaaaaaaaabbbbbbb", "aaaaaaaaaaaaaaaaaab", NULL};

void drive(void) {
  char *text = pick_text("text", "ab\310", 4, long_texts);
  int size = (int)pick("size", -1, 11);
  size_t room =
      (size_t)pick("room of out", size < 0 ? 0 : size, size < 0 ? 0 : size);
  char *out = memory(room);
  start();
  show("return value", run_length(text, out, size));
  show_bytes("out", out, room);
}
