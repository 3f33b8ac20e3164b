#include <stdlib.h>

struct value {
  int kind;
  union {
    int *pointer;
    struct {
      double number;
      long exact;
    } both;
  } u;
};

struct node {
  struct node *next;
  struct value value;
};

struct node *f(int kind) {
  struct node *first = calloc(1, sizeof *first);
  if (!first)
    return 0;
  first->value.kind = kind;

  first->next = 0;
  return first;
}
