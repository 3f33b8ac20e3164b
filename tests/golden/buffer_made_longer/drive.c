#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, kind, 0, 3);
  PICK(int, first, 0, 97);
  struct tag t = {.kind = kind, .name = {(char)first, 98}};
  START;
  show("return value", length(&t));
}
