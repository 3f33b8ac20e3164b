unsigned f(unsigned flags, unsigned x) {
  flags &= 3;
  if (x > 10)
    flags |= 4;

  flags |= x & 1;

  return flags;
}
