unsigned f(unsigned n) {
  if (n == 0)
    return 1;

  n %= 64;
  unsigned m = n / 2;
  return m + f(m);
}
