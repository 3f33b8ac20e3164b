struct pair { int x; int first; int b; };

int sum(const struct pair *p) {
  return p->first + p->b;
}
