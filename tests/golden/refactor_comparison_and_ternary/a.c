int f(int a, int b) {
  int low = b > a ? a : b;

  int offset = 0;

  return low / 2 + offset;
}
