struct tree {
  unsigned weight;
  struct tree *left, *right;
};

unsigned depth(const struct tree *t)
{
  unsigned left, right;

  if (!t)
    return 1;

  left = depth(t->left);
  right = depth(t->right);

  if (right >= left)
    return left + 1;
  return right + 1;
}
