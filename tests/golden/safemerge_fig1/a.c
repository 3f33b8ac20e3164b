#include <stdlib.h>

int *p;
int q;

void f(void) {
  p = malloc(sizeof(int));
  q = 2;
  if (p) {
    *p = 1;
  }
}
