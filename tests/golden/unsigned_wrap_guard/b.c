unsigned f(const unsigned char *data, unsigned n) {
  unsigned sum = 0;
  if (n == 0)
    return 0;
  for (unsigned i = 0; i <= n - 1; i++)
    sum += data[i];

  sum = sum & 255;

  return sum + data[n - 1];
}
