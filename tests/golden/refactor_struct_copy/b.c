struct point {
  int x, y;
};

int copies;

void f(struct point *to, const struct point *from) {
  to->x = from->x;
  to->y = from->y;

  copies = 1;
}
