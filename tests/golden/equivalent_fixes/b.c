unsigned f(unsigned x) {
  if (x % 2 != 0)
    return 3 * x + 1;
  return x / 2;
}
