unsigned f(unsigned x) {
  unsigned y = x << 3;

  if (y == 0)
    return 1;

  return y;
}
