unsigned f(unsigned long x) {
  unsigned steps = 0;

  while (x > 1) {
    x = x % 2 == 0 ? x / 2 : 3 * x + 1;
    steps++;
  }
  return steps;
}
