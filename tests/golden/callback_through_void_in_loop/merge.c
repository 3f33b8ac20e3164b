void each(int *values, void *action);

static int sum;

static void add(int value) { sum += value; }

int f(int x) {
  int values[2] = {x, 1 + 2};
  sum = x;
  for (int i = 0; i < 2; i++)
    each(values, (void *)add);

  int result = sum;

  return result;
}
