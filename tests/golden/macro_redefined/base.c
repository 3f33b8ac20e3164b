#define LAST 3

static int values[4] = {1, 2, 3, 4};

int f(int x) {
  int limit = x;

  if (limit > LAST)
    limit = LAST;

  return limit;
}
