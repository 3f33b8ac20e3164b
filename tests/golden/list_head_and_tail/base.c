#include <stddef.h>

struct node {
  struct node *next;
  int value;
};

unsigned f(const struct node *head) {
  const struct node *at = head;

  unsigned length = 0;

  while (at != NULL) {
    length++;
    at = at->next;
  }
  return length;
}
