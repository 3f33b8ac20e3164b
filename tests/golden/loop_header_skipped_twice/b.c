unsigned f(const unsigned *data, unsigned n) {
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++)
    sum += data[i];

  unsigned result = n > 0 ? sum - data[0] : 0;

  return result;
}
