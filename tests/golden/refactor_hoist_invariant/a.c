unsigned f(unsigned n, unsigned k) {
  unsigned total = 0;
  unsigned step = k * 3;

  for (unsigned i = 0; i < n % 16; i++) {
    total += step;

    total ^= i;
  }
  return total;
}
