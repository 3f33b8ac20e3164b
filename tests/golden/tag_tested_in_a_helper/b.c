struct node {
  struct node *next;
  int value;
};

static int is_tagged(struct node *p, int times) {
  int sum = 0;
  for (int i = 0; i < times; i++)
    sum += (int)((unsigned long)p & 1);
  return sum;
}

int f(struct node *p, struct node *q, int which) {
  if (which == 7)
    return 1 + is_tagged(p, which);
  if (which == 9 && (char *)p == (char *)q + 1)
    return 5;
  return which;
}
