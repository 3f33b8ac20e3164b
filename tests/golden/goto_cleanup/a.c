int acquire(int what);
void release(int what);

int f(int x) {
  int result = -1;

  if (acquire(1) != 0)
    return -5;

  if (x >= 0) {
    if (x <= 100)
      result = x;
  }
  release(1);
  return result;
}
