struct line {
  unsigned tag;
  short valid;
};

int put(struct line *restrict a, const struct line *restrict b) {
  a->tag = b->tag;
  a->valid = b->valid;
  for (unsigned i = 0; i < sizeof *a; i++)
    if (((const char *)a)[i] != ((const char *)b)[i])
      return 1;
  return 0;
}
