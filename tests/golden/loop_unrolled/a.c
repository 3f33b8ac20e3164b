unsigned f(const unsigned char *data, unsigned n) {
  unsigned sum = 0;
  unsigned i = 0;

  for (; i + 1 < n && n > 1; i += 2) {
    sum = sum * 2 + data[i];
    sum = sum * 2 + data[i + 1];
  }
  if (i < n)
    sum = sum * 2 + data[i];

  return sum;
}
