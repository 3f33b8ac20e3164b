#include "price.h"

unsigned order(unsigned amount) {
  unsigned p = price(amount);
  return p > 100 ? 100 : p;
}
