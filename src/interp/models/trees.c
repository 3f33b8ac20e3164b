// Search trees: red and black as glibc's, so that they have the same shape.
struct mp_tree {
  const void *key; // first: programs read it
  struct mp_tree *links[2];
  int is_red;
};

typedef int mp_tree_order(const void *, const void *);
enum mp_tree_visit { MP_PREORDER, MP_POSTORDER, MP_ENDORDER, MP_LEAF };

static int mp_tree_is_red(const struct mp_tree *node) {
  return node && node->is_red;
}

// A place in a tree with the places above it, and which links lead there.
struct mp_tree_path {
  struct mp_tree **at, **parent, **grandparent;
  int is_right, is_parent_right;
};

// Two red nodes in a row: rotates the lower one, or its parent, to the top.
static void mp_tree_rotate(const struct mp_tree_path *path) {
  struct mp_tree *node = *path->at, *parent = *path->parent;
  struct mp_tree *grandparent = *path->grandparent;
  int side = path->is_right, other = !side;
  grandparent->is_red = 1;
  if (side == path->is_parent_right) {
    parent->is_red = 0;
    grandparent->links[side] = parent->links[other];
    parent->links[other] = grandparent;
    *path->grandparent = parent;
    return;
  }
  parent->is_red = 1;
  node->is_red = 0;
  parent->links[side] = node->links[other];
  grandparent->links[other] = node->links[side];
  node->links[other] = parent;
  node->links[side] = grandparent;
  *path->grandparent = node;
}

// The node becomes red and those below it black.
static void mp_tree_split(const struct mp_tree_path *path) {
  struct mp_tree *node = *path->at;
  node->is_red = 1;
  for (int i = 0; i < 2; i++)
    if (node->links[i])
      node->links[i]->is_red = 0;
  if (path->parent && (*path->parent)->is_red)
    mp_tree_rotate(path);
}

static void mp_tree_descend(struct mp_tree_path *path, struct mp_tree **next,
                            int is_right) {
  path->grandparent = path->parent;
  path->parent = path->at;
  path->at = next;
  path->is_parent_right = path->is_right;
  path->is_right = is_right;
}

void *tsearch(const void *key, void **root, mp_tree_order *order) {
  if (!root)
    return NULL;
  // The tree's own type: the program has only the variable.
  struct mp_tree *top = *root, *found = NULL;
  struct mp_tree_path path = {.at = &top};
  if (top)
    top->is_red = 0;
  while (*path.at && !found) {
    struct mp_tree *node = *path.at;
    int way = order(key, node->key);
    if (way == 0) {
      found = node;
      continue;
    }
    if (mp_tree_is_red(node->links[0]) && mp_tree_is_red(node->links[1]))
      mp_tree_split(&path);
    mp_tree_descend(&path, &node->links[way > 0], way > 0);
  }
  if (!found && (found = malloc(sizeof *found))) {
    *found = (struct mp_tree){.key = key, .is_red = 1};
    *path.at = found;
    if (path.parent)
      mp_tree_split(&path);
  }
  *root = top;
  return found;
}

void *tfind(const void *key, void *const *root, mp_tree_order *order) {
  for (struct mp_tree *node = root ? *root : NULL; node;) {
    int way = order(key, node->key);
    if (way == 0)
      return node;
    node = node->links[way > 0];
  }
  return NULL;
}

// The places on the way to a node that is taken out.
struct mp_tree_stack {
  struct mp_tree **places[128];
  int depth;
};

// The side `side` of the node at the end of the stack has one black node too
// few. Whether the other side made up for it; if not, both have.
static int mp_tree_balance(struct mp_tree_stack *stack, int side) {
  struct mp_tree **place = stack->places[stack->depth - 1], *node = *place;
  struct mp_tree *brother = node->links[!side];
  if (brother->is_red) {
    brother->is_red = 0;
    node->is_red = 1;
    node->links[!side] = brother->links[side];
    brother->links[side] = node;
    *place = brother;
    place = stack->places[stack->depth++] = &brother->links[side];
    brother = node->links[!side];
  }
  struct mp_tree *near = brother->links[side], *far = brother->links[!side];
  if (!mp_tree_is_red(near) && !mp_tree_is_red(far)) {
    brother->is_red = 1;
    return 0;
  }
  if (mp_tree_is_red(far)) {
    brother->is_red = node->is_red;
    far->is_red = 0;
    node->links[!side] = near;
    brother->links[side] = node;
    *place = brother;
  } else {
    near->is_red = node->is_red;
    node->links[!side] = near->links[side];
    brother->links[side] = near->links[!side];
    near->links[!side] = brother;
    near->links[side] = node;
    *place = near;
  }
  node->is_red = 0;
  return 1;
}

// `node`, which is at the end of the stack, lost a black node.
static void mp_tree_repair(struct mp_tree_stack *stack, struct mp_tree *node) {
  while (stack->depth > 0 && !mp_tree_is_red(node)) {
    struct mp_tree *parent = *stack->places[stack->depth - 1];
    if (mp_tree_balance(stack, node != parent->links[0]))
      return;
    node = parent;
    stack->depth--;
  }
  if (node)
    node->is_red = 0;
}

// Takes the node at `place` out, or puts the next key there and takes that
// one's node out.
static void mp_tree_remove(struct mp_tree_stack *stack,
                           struct mp_tree **place) {
  struct mp_tree *node = *place, *gone = node;
  if (node->links[0] && node->links[1]) {
    stack->places[stack->depth++] = place;
    for (place = &node->links[1]; (*place)->links[0];
         place = &(*place)->links[0])
      stack->places[stack->depth++] = place;
    gone = *place;
    node->key = gone->key;
  }
  struct mp_tree *rest = gone->links[gone->links[0] ? 0 : 1];
  *place = rest;
  if (!gone->is_red)
    mp_tree_repair(stack, rest);
  free(gone);
}

void *tdelete(const void *key, void **root, mp_tree_order *order) {
  struct mp_tree *top = root ? *root : NULL, **place = &top, *parent = top;
  struct mp_tree_stack stack;
  stack.depth = 0;
  while (*place) {
    struct mp_tree *node = *place;
    int way = order(key, node->key);
    if (way == 0) {
      mp_tree_remove(&stack, place);
      *root = top;
      return parent;
    }
    stack.places[stack.depth++] = place;
    parent = node;
    place = &node->links[way > 0];
  }
  return NULL;
}

static void mp_tree_walk(const struct mp_tree *node, int level,
                         void (*plain)(const void *, enum mp_tree_visit, int),
                         void (*visit)(const void *, enum mp_tree_visit,
                                       void *),
                         void *context) {
  int is_leaf = !node->links[0] && !node->links[1];
  for (int i = 0; i < 3; i++) {
    enum mp_tree_visit kind = is_leaf ? MP_LEAF : (enum mp_tree_visit)i;
    if (plain)
      plain(node, kind, level);
    else
      visit(node, kind, context);
    if (is_leaf)
      return;
    if (i < 2 && node->links[i])
      mp_tree_walk(node->links[i], level + 1, plain, visit, context);
  }
}

void twalk(const void *root,
           void (*visit)(const void *, enum mp_tree_visit, int)) {
  if (root && visit)
    mp_tree_walk(root, 0, visit, NULL, NULL);
}

void twalk_r(const void *root,
             void (*visit)(const void *, enum mp_tree_visit, void *),
             void *context) {
  if (root && visit)
    mp_tree_walk(root, 0, NULL, visit, context);
}

void tdestroy(void *root, void (*release)(void *)) {
  struct mp_tree *node = root;
  if (!node)
    return;
  tdestroy(node->links[0], release);
  tdestroy(node->links[1], release);
  release((void *)node->key);
  free(node);
}
