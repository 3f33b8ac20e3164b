#include <stddef.h>

struct node {
  struct node *next;
  int key, value;
};

void f(struct node *out, int key) {
  struct node fresh = {NULL, 0, 0};

  fresh.key = key;
  fresh.value = 1;

  *out = fresh;
}
