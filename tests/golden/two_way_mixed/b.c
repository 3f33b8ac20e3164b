unsigned f(unsigned x) {
  unsigned low = x & 7;
  return low;
}
