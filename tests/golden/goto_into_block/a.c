void warn(int what);

int f(int kind, int size) {
  int result = 0;

  if (kind < 0) {
    result = -1;
  fail:
    warn(size & 7);
    return result;
  }

  if (size > 100) {
    result = -3;
    goto fail;
  }

  return size;
}
