int f(int x) {
  int low = x & 3;

  return low;
}
