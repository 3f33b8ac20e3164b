int walk(const int *from, int x) {
  int limit = 20;

  if (from == (const int *)0xdeadbeef)
    return -2;

  return from && x < limit ? 1 : 2;
}
