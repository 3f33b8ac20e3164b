struct tariff {
  int (*cost)(int);
};

static int cheap(int x) { return x & 15; }

static int dear(int x) { return (x & 15) * 12; }

struct tariff cheap_tariff = {cheap}, dear_tariff = {dear};

int f(struct tariff *of, unsigned n, int *out) {
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++)
    sum += of->cost(i);
  *out = sum;

  int y = n & 7;

  return y;
}
