#include <stdlib.h>
struct vec {
  int *items;
  unsigned len, cap, grown;
};

int f(struct vec *v, int x) {
  if (v->len == v->cap) {
    unsigned cap = v->cap ? v->cap * 2 : 4;
    int *p = realloc(v->items, cap * sizeof *p);
    if (!p)
      return -1;
    v->items = p;
    v->cap = cap;
    v->grown++;
  }
  v->items[v->len++] = x;
  return 0;
}
