#include "scan.h"

unsigned column(unsigned at) {
  unsigned p = position(at);
  return p;
}
