struct hooks {
  int (*before)(int);
};

static int quiet(int x) { return x & 1; }

static int loud(int x) { return x & 31; }

void set_loud(struct hooks *of) { of->before = loud; }

void set(struct hooks *of) { of->before = quiet; }

int f(const struct hooks *of, int x) {
  int y = 0;
  if (of->before)
    y = of->before(x);
  return y + (x & 3);
}
