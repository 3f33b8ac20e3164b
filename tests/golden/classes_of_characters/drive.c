#include "drive.h"
#include "version.c"

static void drive(void) {
  static const char *const texts[] = {"", "_", "a1", "12a", "+", "_a_1", "a_b",
                                      "0", " 1", "\xe4"};
  PICK(int, which, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  struct token token = {9, 9, 9};
  START;
  show("return value", next(texts[which], &token));
  show("kind", token.kind);
  show("length", token.length);
  show("value", token.value);
}
