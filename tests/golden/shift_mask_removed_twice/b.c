static unsigned shift(unsigned x, unsigned by) {
  by &= 31;
  return x << by;
}

unsigned f(unsigned x, unsigned by) {
  return shift(x, by);
}
