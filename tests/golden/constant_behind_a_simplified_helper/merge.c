static const int zero;
int *shared = (int *)&zero;

static int clear(int *p) {
  *p = 0;
  return 1;
}

int cleared(int x) {
  return x ? clear(shared) + 1 : 0;
}
