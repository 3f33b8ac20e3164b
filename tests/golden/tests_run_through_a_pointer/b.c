struct hooks {
  void (*before)(void);
};

int total, doubled, shifted;

static int scale(int x) { return (x & 15) * 2; }

static int shift(int x) { return (x & 15) + 7; }

static void one(void) { doubled = scale(1); }

static void two(void) { shifted = shift(2); }

static void run(void (*test)(void)) { test(); }

void reset(void) { total = 0; }

struct hooks usual = {reset};

void all(void) {
  run(one);
  run(two);
}

int f(const struct hooks *of, int x) {
  total = 5;
  if (of->before)
    of->before();
  return total + (x & 7);
}
