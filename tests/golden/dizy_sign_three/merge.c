int sign(int x) {
  int sgn = x < 0 ? -1 : 1;
  if (x == 0)
    sgn = 0;
  return sgn;
}
