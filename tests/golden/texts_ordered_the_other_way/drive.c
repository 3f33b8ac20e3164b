#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, k, 0, 1, 2);
  PICK(int, strict, -1, 0, 1, 10);
  const char *texts[] = {"a", "b", "a"};
  START;
  show("return value", is_before(texts[k], texts[(k + 1) % 3], strict));
}
