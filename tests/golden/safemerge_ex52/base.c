unsigned f(unsigned n, unsigned x) {
  unsigned i = 1;
  if (x < 2)
    return 0;
  while (i < n && i < 65536) {
    i = i * x;
  }
  return i;
}
