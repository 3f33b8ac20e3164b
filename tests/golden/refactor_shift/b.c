unsigned f(unsigned x) {
  unsigned y = x * 8;

  if (y == 0)
    return 1;

  if (y > 4096)
    return 4096;
  return y;
}
