void log_value(int value);

int f(int x) {
  log_value(x);

  int y = x & 7;

  return y;
}
