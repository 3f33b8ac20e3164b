#include "drive.h"
#include "version.c"

static void drive(void) {
  PICK(int, salary, 0, 1, 1000);
  PICK(int, stock, FEW);
  PICK(int, rent, FEW);
  START;
  show("return value", income(salary, stock, rent));
}
