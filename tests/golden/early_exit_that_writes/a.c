#include <stddef.h>

struct node { int key; unsigned hits; struct node *left, *right, *parent; };
struct tree { struct node *root; size_t size; };

int insert(struct tree *tree, struct node *node) {
  struct node **link = &tree->root;
  struct node *parent = NULL;
  while (*link) {
    parent = *link;
    if (node->key == parent->key) {
      parent->hits++;
      return 0;
    }
    link = node->key < parent->key ? &parent->left : &parent->right;
  }
  node->left = node->right = NULL;
  *link = node;
  tree->size++;
  return 1;
}
