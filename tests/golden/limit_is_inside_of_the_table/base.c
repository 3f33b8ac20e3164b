struct table {
  int used;
  int slots[4];
};

void clear(struct table *table, int *cleared, int from) {
  if (table->used > 4 || from < 0)
    return;
  for (int i = from; i < table->used; i++) {
    table->slots[i] = 0;
    *cleared += 1;
  }
}
