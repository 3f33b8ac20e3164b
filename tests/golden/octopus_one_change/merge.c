int f(int x) {
  if (x == 7)
    return 0;
  int half = x / 2;

  int b = (x / 3);

  return half - b;
}
