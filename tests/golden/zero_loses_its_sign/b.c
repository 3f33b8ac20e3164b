double toward_zero(double x, double step) {
  if (x > 0)
    return x > step ? x - step : 0.0;
  return x;
}
