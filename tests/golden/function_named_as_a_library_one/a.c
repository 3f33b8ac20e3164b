struct list;
int index(struct list *list, int *position);

int find(struct list *list, int n) {
  int position = n;

  if (n < 0)
    return -1;

  index(list, &position);
  return position;
}
