unsigned f(unsigned flags, unsigned x) {
  flags &= 3;

  flags |= x & 1;

  return flags;
}
