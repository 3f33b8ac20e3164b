#include "price.h"

unsigned order(unsigned amount) {
  unsigned total = price(amount);
  if (total > 100)
    return 100;
  return total;
}
