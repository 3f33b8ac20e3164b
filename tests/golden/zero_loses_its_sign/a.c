double toward_zero(double x, double step) {
  if (x > 0)
    return x - step;
  if (x == 0)
    return 0.0;
  return x;
}
