#include <stddef.h>

struct node {
  struct node *next;
  int key, value;
};

void f(struct node *out, int key) {
  struct node fresh = {0};

  fresh.key = key;

  *out = fresh;
}
