unsigned f(unsigned x) {
  unsigned digits = 0;

  if (x != 0) {
    do {
      digits++;
      x /= 10;
    } while (x != 0);
  }

  return digits;
}
