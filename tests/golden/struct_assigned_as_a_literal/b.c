struct line {
  unsigned tag;
  unsigned char valid, age;
};

int fill(struct line *l, unsigned tag) {
  l->valid = 1;
  l->tag = tag;
  l->age = 0;
  return tag != 0;
}
