unsigned f(const unsigned char data[5], unsigned n) {
  unsigned sum = 0;

  n = n % 5;

  unsigned end = n;

  for (unsigned i = 0; i < end; i += 2)
    sum = sum * 4 + data[i] * 2 + (i + 1 < 5 ? data[i + 1] : 0);
  return sum;
}
