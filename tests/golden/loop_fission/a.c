unsigned f(const unsigned *data, unsigned n) {
  unsigned sum = 0, checksum = 7;
  unsigned i;

  for (i = 0; i < n; i++) {
    sum += data[i];
  }
  for (i = 0; i < n; i++) {
    checksum = checksum * 31 + data[i];
  }
  return sum ^ checksum;
}
