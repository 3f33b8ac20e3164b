unsigned f(unsigned n, unsigned k) {
  unsigned total = 0;

  for (unsigned i = 0; i < n % 16; i++) {
    total += k * 3;

    total ^= i;
  }
  return total;
}
