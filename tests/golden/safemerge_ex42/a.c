int f(int x) {
  int log = 0;
  x = x + 1;
  log++;
  return x + log - 1;
}
