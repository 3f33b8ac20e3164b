void f(unsigned *p, unsigned *q) {
  *p = *p + 0;

  unsigned seen = 1;

  *q = *q + seen;
}
