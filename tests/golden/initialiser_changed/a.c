static int limit = 16;

int f(int n) {
  if (n > limit)
    n = limit;

  return n;
}
