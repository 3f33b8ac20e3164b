#include "drive.h"
#include "version.c"

static void drive(void) {
  int readings[5] = {5000, 7, -1, 4095, 4096}, kept[5] = {0};
  PICK(int, n, -1, 0, 1, 2, 3, 4, 5);
  PICK(int, limit, -1, 0, 8, 4096, 4097, 6000);
  START;
  show("return value", keep_in_range(kept, readings, n, limit));
  for (int i = 0; i < 5; i++) {
    char name[16];
    snprintf(name, sizeof name, "kept[%d]", i);
    show(name, kept[i]);
  }
}
