static int clamp(int x, int limit) { return x > limit ? limit : x; }

int f(int x) {
  int y = clamp(x, 50);

  if (y < 0)
    return 0;
  return y;
}
