struct hooks {
  int (*before)(int);
};

static int quiet(int x) { return x + 1; }

static int loud(int x) { return x + 10; }

static int call(const struct hooks *of, int x) {
  return of->before(x);
}

int f(int x) {
  struct hooks of = {loud};
  return call(&of, x & 15);
}
