#include <string.h>

struct entry {
  struct entry *next;
  const char *key;
  int value;
};

static unsigned hash(const char *text) {
  unsigned sum = 5381;

  while (*text)
    sum = sum * 33 + (unsigned char)*text++;
  return sum % 16;
}

int lookup(struct entry **table, const char *key, int fallback) {
  struct entry *e;

  for (e = table[hash(key)]; e; e = e->next)
    if (strcmp(e->key, key) == 0)
      return e->value;
  return fallback;
}
