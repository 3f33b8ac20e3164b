static int limit = 8;

int f(int n) {
  if (n > limit)
    n = limit;

  int cells[8] = {0};
  for (int i = 0; i < n; i++)
    cells[i] = i;
  return n > 0 ? cells[n - 1] : n;
}
