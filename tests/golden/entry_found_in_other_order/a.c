#include <string.h>

struct entry {
  struct entry *next;
  const char *key;
  int value;
};

static unsigned hash(const char *text) {
  unsigned sum = 2166136261u;

  while (*text)
    sum = (sum ^ (unsigned char)*text++) * 16777619u;
  return sum % 16;
}

int lookup(struct entry **table, const char *key, int fallback) {
  struct entry *e;

  for (e = table[hash(key)]; e; e = e->next)
    if (strcmp(e->key, key) == 0)
      return e->value;
  return fallback;
}
