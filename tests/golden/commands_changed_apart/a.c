#include <string.h>
#include <stdlib.h>
struct buf { char *p; size_t n, cap; };
static int quote(struct buf *b, const char *s) {
  for (; *s; s++) {
    if (b->n + 2 > b->cap) return -1;
    if (*s == 34 || *s == 92) b->p[b->n++] = '\\';
    b->p[b->n++] = *s;
  }
  return 0;
}
static int hex(struct buf *b, const char *s) {
  static const char d[] = "0123456789abcdef";
  for (; *s; s++) {
    if (b->n + 2 > b->cap) return -1;
    b->p[b->n++] = d[*s >> 4 & 15];
    b->p[b->n++] = d[*s & 15];
  }
  return 0;
}
int emit(struct buf *b, int kind, const char *s) {
  switch (kind) {
  case 1: return quote(b, s);
  case 2: return hex(b, s);
  }
  return -1;
}
