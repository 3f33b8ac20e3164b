struct item {
  struct item *next;
  int value;
  int count;
};

int first(const struct item *item) { return item->count; }


struct item *last(struct item *item) {
  while (item->next)
    item = item->next;
  item->count++;
  return item;
}
