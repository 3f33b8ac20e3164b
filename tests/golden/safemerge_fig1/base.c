#include <stdlib.h>

int *p;
int q;

void f(void) {
  p = malloc(sizeof(int));
  if (!p) {
    return;
  }
  q = 2;
  if (p) {
    *p = 1;
  }
}
