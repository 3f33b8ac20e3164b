int f(const char *s) {
  int value = 0;

  for (int i = 0; i < 3; i++) {
    if (s[i] < '0' || s[i] > '9')
      break;
    value = value * 10 + (s[i] - '0');
  }
  return value;
}
