struct item {
  char kind;
  long double price;
  short count;
};

long double total(const struct item *item, long double rate) {
  long double sum = item->price * item->count;
  sum += 0.1L;

  if (item->kind == 0)
    return 0.0L;

  return sum * rate;
}
