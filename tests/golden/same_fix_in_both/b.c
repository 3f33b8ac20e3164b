// The value, at most 100.
int f(int x) {
  return x > 100 ? 100 : x;
}
