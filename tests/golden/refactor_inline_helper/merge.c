int f(int x) {
  if (x == 0)
    return -1;

  int y = x / 4;

  return y * 2 + 1;
}
