#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What a text was seen at before: the last place of each hash, and chains. */
struct history {
  unsigned last[32768];
  unsigned short chain[65536];
  const unsigned char *start;
  const unsigned char *end;
  unsigned next;
  unsigned level;
};

static void begin(struct history *h, const unsigned char *text, size_t n) {
  memset(h->last, 0, sizeof(h->last));
  memset(h->chain, 0xff, sizeof(h->chain));
  h->start = text;
  h->end = text + n;
  h->next = 1;
}

struct history *history_new(const unsigned char *text, size_t n) {
  struct history *h = malloc(sizeof(struct history));
  if (h == NULL)
    return NULL;
  begin(h, text, n);
  h->level = n > 4096 ? 9 : 3;
  return h;
}
