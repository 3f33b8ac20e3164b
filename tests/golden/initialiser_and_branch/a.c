static unsigned step = 2;

int f(int n) {
  if (n < 0)
    return 0;

  n = n & 255;

  return n + step;
}
