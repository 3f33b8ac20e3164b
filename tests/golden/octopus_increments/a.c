unsigned f(unsigned x) {
  unsigned a = x + 1;

  unsigned b = a;

  return b;
}
