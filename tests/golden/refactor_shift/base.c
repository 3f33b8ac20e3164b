unsigned f(unsigned x) {
  unsigned y = x * 8;

  if (y == 0)
    return 1;

  return y;
}
