struct hooks {
  int (*before)(int);
};

static int quiet(int x) { return x + 1; }

static int call(const struct hooks *of, int x) {
  return of->before(x);
}

int f(int x) {
  struct hooks of = {quiet};
  return call(&of, x & 15);
}
