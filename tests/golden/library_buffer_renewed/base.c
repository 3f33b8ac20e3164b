#include <time.h>
int diff(time_t x, time_t y) {
  struct tm *t = gmtime(&x);
  struct tm *u = gmtime(&y);
  int r = t->tm_hour;
  int s = u->tm_hour;
  return s - r;
}
