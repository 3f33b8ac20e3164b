struct o { int v; int n; };
int f(struct o *p, int w) {
  int r = w ^ 2;
  if (p->v > 1 && p->v < 4 && p->n == 4)
    r = 1000;
  return r;
}
