#include "drive.h"
#include "version.c"

#include <stdlib.h>

static void drive(void) {
  PICK(int, n, 0, 3);
  PICK(int, last, 0, 7);
  PICK(int, w, 0, 1, -7);
  struct s *s = calloc(1, sizeof *s + 3 * sizeof(int));
  s->n = n;
  s->d[0] = 5;
  s->d[1] = 6;
  s->d[2] = last;
  START;
  show("return", f(s, w));
  free(s);
}
