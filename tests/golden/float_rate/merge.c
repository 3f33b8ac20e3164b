double f(double amount, int n) {
  double total = amount * 1.25;
  total = total + 3.5;

  if (n < 0)
    return -1.0;

  return total;
}
