static int retries;

int f(void) {
  if (retries++ > 0)
    return 1;

  return 0;
}
