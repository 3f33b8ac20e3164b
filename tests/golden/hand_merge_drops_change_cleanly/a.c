int f(int x) {
  if (x > 150)
    x = 150;
  return x;
}
