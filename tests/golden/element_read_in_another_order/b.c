struct line {
  unsigned tag;
  unsigned char is_valid;
};

int second(const struct line *set, unsigned tag) {
  if (tag == 7)
    return 2;
  return set[1].is_valid && set[1].tag == tag;
}
