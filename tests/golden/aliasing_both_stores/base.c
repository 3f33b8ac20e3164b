int f(int *p, int *q) {
  *p = 1;
  *q = 2;

  int sum = 0;

  return sum;
}
