int scale(int x) {
#ifdef WIDE
  return x * 2;
#else
  return x / 3;
#endif
}
