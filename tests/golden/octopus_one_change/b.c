int f(int x) {
  int a = x / 2;

  int b = (x / 3);

  return a - b;
}
