// Lists of a subject that defines struct node, for their drivers.
#include "version.c"

enum { list_longest = 8 };
static struct node *list_nodes[list_longest];
static int list_count;

// Nodes with every combination of these values, in memory of their own.
static struct node *pick_list(int longest, const char *values) {
  int *cells = pick_cells("list", longest, values, &list_count);
  struct node *list = NULL;
  for (int i = list_count; i-- > 0; list = list_nodes[i]) {
    list_nodes[i] = memory(sizeof(struct node));
    *list_nodes[i] = (struct node){cells[i], list};
  }
  return list;
}

// Which of the nodes it is, or a new one.
static void show_node(const char *name, const struct node *node) {
  const char *word = node ? "new" : "null";
  char known[16];
  for (int i = 0; i < list_count; i++)
    if (node == list_nodes[i]) {
      snprintf(known, sizeof known, "&node%d", i);
      word = known;
    }
  show_word(name, word);
}

static void show_fields(const char *name, const struct node *node) {
  char field[64];
  snprintf(field, sizeof field, "%s->value", name);
  show(field, node->value);
  snprintf(field, sizeof field, "%s->next", name);
  show_node(field, node->next);
}

// The nodes there were, and the new one, which one of them or `result` leads
// to.
static void show_nodes(struct node *result) {
  struct node *fresh = result;
  for (int i = 0; i < list_count; i++) {
    char name[16];
    snprintf(name, sizeof name, "node%d", i);
    show_fields(name, list_nodes[i]);
    struct node *next = list_nodes[i]->next;
    for (int k = 0; k < list_count && next; k++)
      next = next == list_nodes[k] ? NULL : next;
    fresh = next ? next : fresh;
  }
  for (int k = 0; k < list_count && fresh; k++)
    fresh = fresh == list_nodes[k] ? NULL : fresh;
  if (fresh)
    show_fields("new", fresh);
}
