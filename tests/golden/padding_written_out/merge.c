struct line {
  unsigned tag;
  unsigned char valid;
};

unsigned sum_of(const void *bytes, unsigned size);

unsigned put(struct line *l, unsigned tag) {
  l->tag = tag;
  l->valid = tag != 3;
  return sum_of(l, sizeof *l) + 0u;
}
