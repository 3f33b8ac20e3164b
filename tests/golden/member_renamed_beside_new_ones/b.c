struct pair { int a; int b; int c; };

int sum(const struct pair *p) {
  return p->a + p->b + p->c;
}
