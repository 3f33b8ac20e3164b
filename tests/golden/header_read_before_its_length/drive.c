#include <stdlib.h>

#include "drive.h"

#include "version.c"

static void drive(void) {
  PICK(unsigned long, size, 2, 8);
  START;
  unsigned char *bytes = malloc(size);
  for (unsigned long i = 0; i < size; i++)
    bytes[i] = i == 4 ? 7 : 0;
  show("return value", f((struct header *)bytes, size));
  free(bytes);
}
