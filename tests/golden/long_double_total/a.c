struct item {
  char kind;
  long double price;
  short count;
};

long double total(const struct item *item, long double rate) {
  struct item copy = *item;
  long double cost = copy.price * copy.count;
  cost = cost + 0x1.999999999999999ap-4L;

  if (item->kind == 0)
    return 0.0L;

  return cost * rate;
}
