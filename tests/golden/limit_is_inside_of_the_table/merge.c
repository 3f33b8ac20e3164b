struct table {
  int used;
  int slots[4];
};

void clear(struct table *table, int *cleared, int from) {
  if (table->used > 4)
    return;
  if (from < 0)
    from = 0;
  int i = from;
  while (i < table->used)
    table->slots[i++] = 0;
  if (i > from)
    *cleared += i - from;
}
