#include <stddef.h>
#include <string.h>
struct item { struct item *next; const char *name; int value; };
static struct item *find(struct item *head, const char *name)
{
    struct item *c = head;
    if (!c)
        return NULL;
    while (c && strcmp(c->name, name) != 0)
        c = c->next;
    return c;
}
static int scale(int v)
{
    return v * 2;
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
