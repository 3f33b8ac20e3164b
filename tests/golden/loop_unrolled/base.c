unsigned f(const unsigned char *data, unsigned n) {
  unsigned sum = 0;
  unsigned i = 0;

  for (; i < n; i++)
    sum = sum * 2 + data[i];

  return sum;
}
