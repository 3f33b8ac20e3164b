static int state;

int f(int x) {
  state = 1;
  int y = x / 2;

  y = y + 1;

  state = 4;
  return y;
}
