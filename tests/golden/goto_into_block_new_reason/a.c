void warn(int what);

int f(int kind, int size) {
  int result = 0;

  if (size == 7)
    goto fail;

  if (kind < 0) {
    result = -1;
  fail:
    warn(size & 7);
    return result;
  }

  if (size > 100) {
    result = -2;
    goto fail;
  }

  return size;
}
