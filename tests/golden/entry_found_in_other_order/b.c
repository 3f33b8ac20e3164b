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
  struct entry *e = table[hash(key)];

  while (e != NULL && strcmp(key, e->key) != 0)
    e = e->next;
  if (e == NULL)
    return fallback;
  return e->value;
}
