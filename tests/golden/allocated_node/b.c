#include <stdlib.h>

struct node {
  struct node *next;
  unsigned value;
};

struct node *f(struct node *next, unsigned value) {
  struct node *fresh = malloc(sizeof *fresh);
  if (fresh == NULL)
    return NULL;

  fresh->next = next;

  fresh->value = value + 1;
  return fresh;
}
