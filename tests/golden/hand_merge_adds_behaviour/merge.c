int f(int x) {
  int low_bits = x & 7;
  if (low_bits == 7)
    return -7;
  return low_bits;
}
