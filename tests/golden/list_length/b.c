#include <stddef.h>

struct node {
  struct node *next;
  int value;
};

unsigned f(const struct node *head) {
  unsigned length = 0;

  while (head != NULL) {
    length++;
    head = head->next;
  }

  return length + 1;
}
