unsigned least, average, values[64];
int f(unsigned long n) {
  unsigned sum = 0;
  unsigned long i;
  if (n == 0 || n > 64)
    return -1;
  unsigned low = values[0];
  for (i = 1; i < n; i++)
    if (values[i] < low)
      low = values[i];
  least = low;
  for (i = 0; i < n; i++)
    sum += values[i];
  average = sum / (unsigned)n;
  return 0;
}
