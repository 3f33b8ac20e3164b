extern inline __attribute__((gnu_inline)) int step(int x) { return x; }
int step(int x) { return x + 1; }

int next(int x) {
  return x < 8 ? step(x) : 0;
}
