struct tariff {
  int (*cost)(int);
};

static int cheap(int x) { return x & 15; }

static int dear(int x) { return (x & 15) * 12; }

struct tariff cheap_tariff = {cheap}, dear_tariff = {dear};

int f(struct tariff *of, int x, int *out) {
  *out = of->cost(x);

  int y = x & 7;

  return y;
}
