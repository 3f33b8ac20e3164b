struct line {
  unsigned tag;
  unsigned char valid;
};

unsigned sum_of(const void *bytes, unsigned size);

unsigned put(struct line *l, unsigned tag) {
  __builtin_memset(l, 0, sizeof *l);
  l->tag = tag;
  l->valid = 1;
  return sum_of(l, sizeof *l);
}
