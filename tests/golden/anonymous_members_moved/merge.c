struct s { long z; union { int a; float fa; }; union { int b; float fb; }; int c; };
int f(struct s *p, int w) {
  int r = w + 2;
  if (p->a == 5 && p->b == 7 && p->c == 9)
    r++;
  return r;
}
