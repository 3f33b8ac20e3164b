int f(int a, int b) {
  if (!(a > 3 && b > 3))
    return 0;

  a = a & 15;

  return a + 1;
}
