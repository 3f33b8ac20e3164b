int f(int x) {
  int low_bits = x & 3;

  return low_bits;
}
