int f(int x) {
  int half = x / 2;

  int b = x / 3;

  return half - b;
}
