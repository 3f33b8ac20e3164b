static int retries;

int f(void) {
  if (++retries > 1)
    return 1;

  return 0;
}
