unsigned f(unsigned x) {
  unsigned a = x;

  unsigned b = a;

  return b;
}
