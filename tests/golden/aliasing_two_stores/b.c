void f(unsigned *p, unsigned *q) {
  *p = *p + 0;

  unsigned seen = 2;

  *q = *q + seen;
}
