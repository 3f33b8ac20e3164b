__attribute__((nonnull)) int first(const int *v, int n) {
  if (!v)
    return -1;
  if (n > 5)
    n = 5;

  if (!v)
    return -2;
  return v[0] + n;
}
