#include <stdio.h>
int state;

int f(const char *s, int x) {
  int n = 0;
  printf("ab%s%n", s, &n);
  if (n > 1)
    state = 2;
  return x;
}
