int f(int x) {
  int mask = 12;

  int y = x & mask;

  return !!y;
}
