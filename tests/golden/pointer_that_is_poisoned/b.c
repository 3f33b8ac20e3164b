int walk(const int *from, int x) {
  int limit = 10;

  if (from == (const int *)0xdeadbeef)
    return -1;

  return from && x < limit ? 1 : 2;
}
