int f(int x) {

  int y = x / 4;

  return y * 2 + 1;
}
