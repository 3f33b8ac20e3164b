unsigned f(unsigned x) {
  if (x == 1)
    return 3 * x + 1;
  return x / 2;
}
