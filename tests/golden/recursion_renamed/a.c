unsigned f(unsigned n) {
  if (n == 0)
    return 1;

  n %= 64;
  unsigned half = n / 2;
  return half + f(half);
}
