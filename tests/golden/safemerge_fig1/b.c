#include <stdlib.h>

int *p;
int q;

void f(void) {
  p = malloc(sizeof(int));
  if (!p) {
    return;
  }
  q = 2;
  *p = 1;
}
