#include "drive.h"
#include "version.c"

static void drive(void) {
  START;
  show("return value", total());
  for (int i = 0; i < 4; i++)
    show(i < 3 ? "item" : "last item", items[i]);
}
