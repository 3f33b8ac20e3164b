unsigned f(unsigned flags, unsigned x) {
  flags &= 3;

  flags |= x & 1;

  if (flags & 4)
    return 0;
  return flags;
}
