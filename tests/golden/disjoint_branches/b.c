int f(int x) {
  if (x < 0)
    return 0;

  int y = x;

  if (x > 100)
    return 101;
  return y;
}
