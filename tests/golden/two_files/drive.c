#include "drive.h"
#include "price.c"
#include "order.c"

static void drive(void) {
  PICK(unsigned, amount, UINTS);
  START;
  show("return value", order(amount));
}
