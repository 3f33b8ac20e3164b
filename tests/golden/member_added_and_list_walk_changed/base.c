struct item { int kind; struct item *next; long value; };
long total(struct item *list, int kind) {
  long sum = 0;
  for (struct item *i = list; i; i = i->next)
    if (i->kind == kind)
      sum += i->value;
  return sum;
}
