int f(int *p, int *q) {
  *p = 3;
  *q = 2;

  int sum = 0;

  return sum;
}
