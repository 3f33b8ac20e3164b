unsigned f(unsigned x) {
  unsigned low = x & 15;
  return low + 1;
}
