int acquire(int what);
void release(int what);

int f(int x) {
  int result = -2;

  if (acquire(1) != 0)
    return -5;

  if (x < 0)
    goto out;
  if (x > 100)
    goto out;
  result = x;
out:
  release(1);
  return result;
}
