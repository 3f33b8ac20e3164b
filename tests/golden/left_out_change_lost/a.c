int scale(int x) {
#ifdef WIDE
  return x * 4;
#else
  return x / 3;
#endif
}
