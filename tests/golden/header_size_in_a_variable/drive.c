#include "drive.h"

#include "version.c"

static void drive(void) {
  PICK(unsigned long, size, 4, 8);
  PICK(int, mask, 3, 77);
  int *numbers = malloc(size);
  for (unsigned long i = 0; i < size / sizeof *numbers; i++)
    numbers[i] = 5;
  START;
  show("return value", f((struct header *)numbers, size, mask));
}
