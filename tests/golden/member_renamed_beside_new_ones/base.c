struct pair { int a; int b; };

int sum(const struct pair *p) {
  return p->a + p->b;
}
