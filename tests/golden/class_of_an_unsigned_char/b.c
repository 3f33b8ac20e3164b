#include <ctype.h>

int leading(const char *s, int x) {
  int none = 0, most = 10;

  if ((*__ctype_b_loc())[(int)*s] & (unsigned short)_ISspace)
    return x < most ? x : most;

  return none;
}
