int f(int x) {
  int mask = 13;

  int y = x & mask;

  if (y != 0)
    return 1;
  return 0;
}
