static unsigned scale(unsigned x) { return (x >> 3) * 5 + 1; }

unsigned f(unsigned x) {
  unsigned y = scale(x);

  if (y > 1000)
    y = 1000;

  return y;
}
