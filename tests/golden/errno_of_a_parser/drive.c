#include "drive.h"
#include "version.c"

static void drive(void) {
  static const char *const texts[] = {"", "x", "1x2", "99999999999999999999x1",
                                      "1x99999999999999999999", "7"};
  PICK(int, which, 0, 1, 2, 3, 4, 5);
  struct size size = {5, 6};
  START;
  show("return value", parse(texts[which], &size));
  show("width", size.width);
  show("height", size.height);
}
