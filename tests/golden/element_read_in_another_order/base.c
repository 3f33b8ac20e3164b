struct line {
  unsigned tag;
  unsigned char is_valid;
};

int second(const struct line *set, unsigned tag) {
  return set[1].is_valid && set[1].tag == tag;
}
