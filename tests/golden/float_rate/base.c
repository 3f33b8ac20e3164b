double f(double amount, int n) {
  double t = amount * 1.25;
  t = t + 3.5;

  if (n < 0)
    return 0.0;

  return t;
}
