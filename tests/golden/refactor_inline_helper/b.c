static int twice(int x) { return x * 2; }

int f(int x) {
  if (x == 0)
    return -1;

  int y = x / 4;

  return twice(y) + 1;
}
