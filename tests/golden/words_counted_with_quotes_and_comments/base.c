enum state { BETWEEN, WORD, QUOTED };
int count(const char *s) {
  enum state st = BETWEEN;
  int words = 0;
  for (; *s; s++) {
    if (st == BETWEEN) {
      if (*s == ' ')
        continue;
      words++;
      st = WORD;
    } else if (st == WORD) {
      if (*s == ' ')
        st = BETWEEN;
    }
  }
  return words;
}
