struct stack {
  int items[8];
  int depth;
};

int stack_push(struct stack *s, int item) {
  if (s->depth < 0 || s->depth >= 8)
    return -1;
  s->items[s->depth++] = item;
  return 0;
}

int stack_size(const struct stack *s) {
  return s->depth;
}

int stack_pop(struct stack *s, int *item) {
  if (s->depth <= 0 || s->depth > 8)
    return -2;
  *item = s->items[--s->depth];
  return 0;
}
