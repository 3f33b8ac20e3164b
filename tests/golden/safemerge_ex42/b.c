int f(int x) {
  int log = 0;
  log++;
  x = x + 1;
  return x + log - 1;
}
