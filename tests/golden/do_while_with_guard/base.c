unsigned f(unsigned x) {
  unsigned digits = 0;

  while (x != 0) {
    digits++;
    x /= 10;
  }

  return digits;
}
