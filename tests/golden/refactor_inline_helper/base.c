static int twice(int x) { return x * 2; }

int f(int x) {

  int y = x / 4;

  return twice(y) + 1;
}
