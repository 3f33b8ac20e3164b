extern inline __attribute__((gnu_inline)) int step(int x) { return x; }
int step(int x) { return x + 2; }

int next(int x) {
  return x < 9 ? step(x) : 0;
}
