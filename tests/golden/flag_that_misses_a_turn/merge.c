int checksum(const char *digits, int n) {
  if (n < 0)
    return -1;
  int sum = 0, twice = 0;
  for (int i = n - 1; i >= 0; i--) {
    int digit = digits[i] - '0';
    if (digit == 0)
      continue;
    if (twice)
      digit *= 3;
    sum += digit;
    twice = !twice;
  }
  return sum % 10;
}
