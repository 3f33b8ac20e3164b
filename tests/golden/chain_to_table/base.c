int f(unsigned x) {
  if (x > 7)
    return 0;

  x &= 3;

  return x == 0 ? 5 : x == 1 ? 3 : x == 2 ? 8 : 1;
}
