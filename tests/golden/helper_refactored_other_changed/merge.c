#include <stddef.h>
#include <string.h>
struct item { struct item *next; const char *name; int value; };
static struct item *find(struct item *head, const char *name)
{
    struct item *c = head;
    if (c == NULL)
        return NULL;
    for (; c; c = c->next)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}
static int scale(int v)
{
    return v * 3;
}
int total(struct item *head, const char **names, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        struct item *it = find(head, names[i]);
        if (it)
            sum += scale(it->value & 255);
    }
    return sum;
}
