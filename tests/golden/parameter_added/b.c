static int clamp(int x) { return x > 50 ? 50 : x; }

int f(int x) {
  int y = clamp(x);

  if (y < 0)
    return -y / 2;
  return y;
}
