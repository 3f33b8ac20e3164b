typedef void visitor(int number, void *context);

void f(unsigned mask, visitor *visit, void *context) {
  int first = 1;

  unsigned left = mask & 0xffff;

  for (int bit = first; left != 0; bit++) {
    if (left & 1)
      visit(bit, context);
    left >>= 1;
  }
}
