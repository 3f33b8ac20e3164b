struct options {
  int level, size;
};

static void reset(struct options *o) {
  o->level = 0;
  o->size = 1;
}

int f(int is_verbose, int x) {
  struct options o;
  reset(&o);
  if (is_verbose)
    o.level = 2;

  x = x & 7;

  if (o.level == 0)
    return 50;
  return o.level * x;
}
