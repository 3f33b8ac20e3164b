int f(int x) {
  if (x > 100)
    x = 100;
  return x / 3;
}
