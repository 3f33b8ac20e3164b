#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, k, 0, 1, 2, 3, 4);
  const char *texts[] = {"", " a", "a b", "a\tb  c", "\t \t"};
  START;
  show("return value", count_words(texts[k]));
}
