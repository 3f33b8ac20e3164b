int f(int x) {
  return x > 100 ? 100 : x;
}
