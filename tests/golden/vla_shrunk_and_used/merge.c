int f(int n, int v) {
  if (n < 1 || n > 4)
    return -1;
  int t[n];
  for (int i = 0; i < n; i++)
    t[i] = v ^ i;

  t[n] = 7;
  int last = t[n - 1] ^ t[n];

  return last;
}
