struct tree {
  unsigned weight;
  struct tree *left, *right;
};

unsigned depth(const struct tree *t)
{
  unsigned left, right;

  if (!t)
    return 0;

  left = depth(t->left);
  right = depth(t->right);

  return (left > right ? left : right) + 1;
}
