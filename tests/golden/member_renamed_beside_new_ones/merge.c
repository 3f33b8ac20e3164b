struct pair { int x; int first; int b; int c; };

int sum(const struct pair *p) {
  return p->first + p->b + p->c;
}
