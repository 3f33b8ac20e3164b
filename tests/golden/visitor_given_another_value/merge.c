struct list { int value; struct list *next; };
typedef int (*visit)(int value, void *context);

static int add(int value, void *context) { *(int *)context += value; return 0; }

int each(struct list *l, visit v, void *context) {
  int calls = 0;
  for (; l; l = l->next) {
    calls += 2;
    if (v(l->value, context) < 0)
      break;
  }
  return calls;
}

int sum(struct list *l) { int s = 0; each(l, add, &s); return s; }
