#include <string.h>

struct key { int host; int port; int hits; };

int same(const struct key *x, const struct key *y) {
  return x->host == y->host && x->port == y->port;
}
