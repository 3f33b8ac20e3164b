int f(int x) {
  int scale = 2;
  if (x == 0)
    return 0;

  x = x % 10000;

  if (x > 1000)
    return -1;
  return x * scale;
}
