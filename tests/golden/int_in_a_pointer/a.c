int count;

void *start(void *given) {
  int n = (int)(long)given;
  int step = 2;

  if (n < 0)
    return (void *)0;

  count += step;

  return (void *)&count;
}
