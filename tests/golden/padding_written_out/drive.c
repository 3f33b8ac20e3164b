#include "drive.h"
#include "version.c"

unsigned sum_of(const void *bytes, unsigned size) {
  unsigned sum = 0;
  for (unsigned i = 0; i < size; i++)
    sum += ((const unsigned char *)bytes)[i];
  return sum;
}

static void drive(void) {
  PICK(int, tag, 0, 1, 2, 77);
  struct line line;
  __builtin_memset(&line, 5, sizeof line);
  START;
  show("return value", put(&line, (unsigned)tag));
}
