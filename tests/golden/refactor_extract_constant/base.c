int f(int x) {
  int y = 0;

  if (x > 80)
    return 80;
  return x + y;
}
