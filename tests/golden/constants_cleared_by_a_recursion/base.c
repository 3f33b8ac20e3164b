static const char zeros[4] = {0};
char *shared = (char *)zeros;

static void clear(char *p, int n) {
  if (n <= 0)
    return;
  if (*p)
    *p = 0;
  clear(p + 1, n - 1);
}

int cleared(int x) {
  char own[4] = {1, 2, 3, 4};
  clear(own, x & 3);
  return own[x & 3];
}
