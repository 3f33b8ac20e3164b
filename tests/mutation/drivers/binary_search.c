#include "drive.h"
#include "version.c"

void drive(void) {
  int length;
  int *cells = pick_cells("cells", 5, "024", &length);
  int count = (int)pick("count", length - 1, length);
  int wanted = (int)pick("wanted", -1, 5);
  start();
  show("return value", binary_search(cells, count, wanted));
}
