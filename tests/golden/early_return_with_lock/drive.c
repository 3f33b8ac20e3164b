#include "drive.h"
#include "version.c"
void lock(void) { event("lock()"); }
void unlock(void) { event("unlock()"); }
int work(int x) {
  event("work(%d)", x);
  return x;
}

static void drive(void) {
  PICK(int, x, INTS);
  START;
  show("return value", f(x));
}
