int count;

void *start(void *given) {
  int n = (int)(long)given;
  int step = 1;

  if (n < 0)
    return (void *)0;

  count += step;

  return given ? (void *)&count : (void *)0;
}
