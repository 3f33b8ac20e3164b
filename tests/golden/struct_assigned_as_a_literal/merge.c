struct line {
  unsigned tag;
  unsigned char valid, age;
};

int fill(struct line *l, unsigned tag) {
  *l = (struct line){.tag = tag, .valid = 1, .age = 0};
  return tag != 0;
}
