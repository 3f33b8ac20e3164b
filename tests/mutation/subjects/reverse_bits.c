unsigned reverse_bits(unsigned x, int width) {
  unsigned result = 0;

  if (width < 0 || width > 32)
    return x;

  for (int i = 0; i < width; i++) {
    unsigned bit = x & 1;

    result <<= 1;

    result |= bit;

    x >>= 1;
  }

  return result;
}
