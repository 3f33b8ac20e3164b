unsigned f(const unsigned char *data, unsigned n) {
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++)
    sum += data[i];

  sum = sum & 255;

  return sum;
}
