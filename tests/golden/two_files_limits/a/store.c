#include "limit.h"

int store(int n) {
  if (n > limit())
    n = limit();
  return n;
}
