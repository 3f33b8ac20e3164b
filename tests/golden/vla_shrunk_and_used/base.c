int f(int n, int v) {
  if (n < 1 || n > 4)
    return -1;
  int t[n + 1];
  for (int i = 0; i < n; i++)
    t[i] = v ^ i;

  int last = t[n - 1];

  return last;
}
