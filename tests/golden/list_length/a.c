#include <stddef.h>

struct node {
  struct node *next;
  int value;
};

unsigned f(const struct node *head) {
  unsigned length = 0;

  for (const struct node *at = head; at; at = at->next)
    length++;

  return length;
}
