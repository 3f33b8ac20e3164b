struct item {
  struct item *next;
  int value;
  int count;
};

int first(const struct item *item) { return item->count; }
