static unsigned step = 1;

int f(int n) {
  if (n < 0)
    return -1;

  n = n & 255;

  return n + step;
}
