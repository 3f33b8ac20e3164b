// The least power of two that is not below x; 0 where there is none.
unsigned round_up(unsigned x) {
  if (x == 0)
    return 1;

  x--;

  x |= x >> 1;
  x |= x >> 2;

  x |= x >> 4;
  x |= x >> 8;

  x |= x >> 16;

  x++;

  return x;
}
