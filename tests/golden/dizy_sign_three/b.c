int sign(int x) {
  int sgn = x < 0 ? -1 : 1;
  return sgn;
}
