struct s { int n; int d[]; };
int f(struct s *p, int w) {
  int r = w + 1;
  if (p->n == 3 && p->d[0] == 5 && p->d[1] == 6 && p->d[2] == 7)
    r += 1;
  return r;
}
