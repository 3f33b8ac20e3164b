#include <string.h>

struct tag {
  int kind;
  char name[32];
};

int length(const struct tag *t) { return (int)strlen(t->name); }
