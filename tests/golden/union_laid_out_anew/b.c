struct in { int a; int b; };
union u { struct in s; long l; };
int f(union u *p, int w) {
  int r = w + 2;
  if (p->s.a == 5 && p->s.b == 7)
    r++;
  return r;
}
