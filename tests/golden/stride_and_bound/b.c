unsigned f(const unsigned char data[5], unsigned n) {
  unsigned sum = 0;

  n = n % 5;

  unsigned end = n + 1;

  for (unsigned i = 0; i < end; i++)
    sum = sum * 2 + data[i];
  return sum;
}
