void f(unsigned *p, unsigned *q) {
  *p = *p + 10;

  unsigned seen = 1;

  *q = *q + seen;
}
