int f(int c, int x) {
  int t;
  int r = 0;

  if (c > 0)
    t = x & 7;
  else
    r = 1;

  if (c > 0)
    r += t;

  if (c <= 0)
    r += 2;

  return r;
}
