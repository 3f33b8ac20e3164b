static int clamp(int x) {
  if (x < -9)
    return -9;
  if (x == 7)
    return 0;

  int y = x;

  if (y > 50)
    return 50;
  return y;
}

int f(int x) {
  x = x / 2;
  return clamp(x);
}
