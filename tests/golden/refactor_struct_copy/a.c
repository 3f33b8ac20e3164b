struct point {
  int x, y;
};

int copies;

void f(struct point *to, const struct point *from) {
  *to = *from;

  copies = 0;
}
