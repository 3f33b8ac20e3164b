#include "drive.h"
#include "version.c"

void drive(void) {
  int length;
  int *cells = pick_cells("cells", 4, "<013", &length);
  int count = (int)pick("count", length - 1, length);
  start();
  insertion_sort(cells, count);
  for (int i = 0; i < length; i++)
    show_cell("cells", i, cells[i]);
}
