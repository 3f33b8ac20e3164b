struct item {
  struct item *next;
  long long value;
  int count;
};

int first(const struct item *item) { return item->count; }
