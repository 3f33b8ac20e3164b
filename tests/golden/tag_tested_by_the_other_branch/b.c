struct node {
  struct node *next;
  int value;
};

int f(struct node *p, struct node *q, int which) {
  if (which == 7 && ((unsigned long)p & 1))
    return 2;
  if (which == 7)
    return 1;
  if (which == 9 && (char *)p == (char *)q + 1)
    return 5;
  return which;
}
