unsigned f(unsigned x) {
  unsigned a = x;

  unsigned b = a + 1;

  return b;
}
