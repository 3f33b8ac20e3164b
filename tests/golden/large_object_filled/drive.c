#include "drive.h"
#include "version.c"

static void drive(void) {
  static const unsigned char text[8192];
  PICK(size_t, n, 0, 1, 64, 65, 4096, 4097, 8192);
  START;
  struct history *h = history_new(text, n);
  if (!h)
    return;
  show("start", h->start - text);
  show("end", h->end - text);
  show("next", h->next);
  show("level", h->level);
  unsigned long long last = 0, chain = 0;
  for (unsigned i = 0; i < 32768; i++)
    last += h->last[i];
  for (unsigned i = 0; i < 65536; i++)
    chain += h->chain[i];
  show("last", last);
  show("chain", chain);
  free(h);
}
