#include "scan.h"

unsigned position(unsigned at) {
  return at % 80;
}
