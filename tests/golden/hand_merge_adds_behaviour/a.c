int f(int x) {
  int low = x & 7;

  return low;
}
