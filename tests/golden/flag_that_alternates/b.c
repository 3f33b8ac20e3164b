int checksum(const char *digits, int n) {
  if (n < 0)
    return -1;
  int sum = 0;
  for (int i = 0; i < n; i++) {
    int digit = digits[n - 1 - i] - '0';
    if (i % 2 == 1)
      digit *= 3;
    sum += digit;
  }
  return sum % 10;
}
