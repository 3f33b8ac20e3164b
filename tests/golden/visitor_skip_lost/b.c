struct node {
  struct node *next;
  int key;
};

typedef int visit_fn(struct node *node, void *data);

int f(struct node *list, visit_fn *visit, void *data) {
  int seen = 0;

  for (; list; list = list->next) {
    seen++;
    if (visit(list, data))
      break;
  }

  return seen ? seen : -1;
}
