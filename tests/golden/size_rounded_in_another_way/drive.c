#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(size_t, used, 0, 1, 15, 16, 17, 100, SIZE_MAX - 15, SIZE_MAX - 1,
       SIZE_MAX);
  PICK(size_t, size, 0, 16, 112, 200, SIZE_MAX);
  PICK(size_t, n, 0, 1, 16, 100, SIZE_MAX);
  struct buffer buffer = {used, size};
  START;
  show("return value", reserve(&buffer, n));
  show("used", buffer.used);
}
