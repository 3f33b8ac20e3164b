static int limit = 8;

int f(int n) {
  if (n > limit)
    n = limit;

  return n;
}
