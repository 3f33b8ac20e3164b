typedef void action(int);
void listen(int *values, action *heard);

static int sum;

static void add(int value) { sum += value; }

static void all(int *values, action *heard) { listen(values, heard); }

int f(int x) {
  int values[2] = {x, 3};
  sum = x;
  all(values, add);

  int result = x;

  return result;
}
