unsigned f(unsigned x) {
  unsigned y = (x >> 3) * 5 + 1;

  if (y > 1000)
    y = 1000;

  return y;
}
