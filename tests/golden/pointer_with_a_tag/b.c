struct node { struct node *next; int key; };
static int is_tagged(struct node *n) { return (int)((unsigned long)n & 1); }
int f(struct node **head) {
  struct node *n = *head;
  int x = 0;

  if (is_tagged(n))
    x = 1;

  return x ? x : 10;
}
