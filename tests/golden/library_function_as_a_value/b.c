#include <string.h>
#include <strings.h>

typedef int (*compare)(const char *, const char *);

struct options {
  compare same;
  int level;
};

void set(struct options *p, int n) {
  p->same = n > 3 ? strcmp : strcasecmp;
  p->level = n + 1;
}
