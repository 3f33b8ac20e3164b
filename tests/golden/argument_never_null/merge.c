__attribute__((nonnull)) int first(const int *v, int n) {
  if (n > 5)
    n = 5;

  return v[0] + n;
}
