static const int table[] = {128, 31, 10, 16};

int f(int x) {
  int y = x / 2 + table[0];

  return y;
}
