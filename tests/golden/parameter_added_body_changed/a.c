static int clamp(int x, int limit) {
  if (x < -9)
    return -9;

  int y = x;

  if (y > limit)
    return limit;
  return y;
}

int f(int x) {
  x = x / 2;
  return clamp(x, 50);
}
