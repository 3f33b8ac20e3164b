unsigned f(int x, unsigned n) {
  unsigned s = 0;
  if (x < 0)
    return 7;
  for (unsigned i = 0; i < n; i++) {
    s = s + i;
    s = 1 ^ s;
    s += 0 * i;
  }
  return s;
}
