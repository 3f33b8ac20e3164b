static int state;

int f(int x) {
  int y = x / 2;

  y = y + 1;

  state = 3;
  return y;
}
