double toward_zero(double x, double step) {
  if (x > 0)
    return x - step;
  return x;
}
