int f(const char *s) {
  int value = 0;

  for (int i = 0; i < 3; i++) {
    if ((unsigned)(s[i] - '0') > 9)
      break;
    value = value * 10 + (s[i] - '0');
  }
  return value;
}
