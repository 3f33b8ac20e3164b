struct rectangle {
  unsigned width, height;
};

void f(struct rectangle *r, unsigned scale) {
  r->width = r->width * scale;

  if (scale == 0)
    return;

  r->height = r->height * scale;
}
