void each(int *values, void *action);

static int sum;

static void add(int value) { sum += value; }

static void all(int *values, void *action) { each(values, action); }

int f(int x) {
  int values[2] = {x, 1 + 2};
  sum = x;
  all(values, (void *)add);

  int result = sum;

  return result;
}
