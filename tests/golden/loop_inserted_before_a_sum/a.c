unsigned least, average, values[64];
int f(unsigned long n) {
  unsigned sum = 0;
  unsigned long i;
  if (n == 0 || n > 64)
    return -1;
  for (i = 0; i < n; i++)
    sum += values[i];
  average = n > 1 ? sum / (unsigned)(n - 1) : 0;
  return 0;
}
