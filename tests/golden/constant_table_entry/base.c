static const int table[] = {128, 31, 10, 16};

int f(int x) {
  int y = (x + table[0]) / 2;

  return y;
}
