unsigned f(unsigned n, unsigned x) {
  unsigned power = 1;
  if (x < 2)
    return 1;
  while (power < n && power < 65536) {
    power = power * x;
  }
  return power;
}
