unsigned f(unsigned long x) {
  unsigned steps = 0;

  while (x > 1) {
    if (x % 2 == 0)
      x = x / 2;
    else
      x = 3 * x + 1;
    steps++;
  }
  return steps;
}
