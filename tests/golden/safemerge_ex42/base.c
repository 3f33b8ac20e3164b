int f(int x) {
  int log = 0;
  log++;
  return x + log - 1;
}
