int f(int x) {
  int scale = 2;
  if (x < -100)
    return -1;
  if (x == 0)
    return 0;

  x = x % 10000;

  return x * scale;
}
