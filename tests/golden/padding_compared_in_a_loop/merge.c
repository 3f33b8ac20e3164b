struct line {
  unsigned tag;
  short valid;
};

int put(struct line *restrict a, const struct line *restrict b) {
  if (b->tag == 99)
    return 3;
  a->tag = b->tag;
  a->valid = b->valid;
  for (unsigned i = 0; i < sizeof *a; i++)
    if (((const char *)a)[i] != ((const char *)b)[i])
      return 1;
  return 0;
}
