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
static int overlong;
int was_long(void) { return overlong; }
static int scale(int v)
{
    return v * 2;
}
unsigned total(struct item *head, const char **names, int n)
{
    unsigned sum = 0;
    unsigned seen = 0;
    for (int i = 0; i < n; i++) {
        struct item *it = find(head, names[i]);
        if (it)
            sum += scale(it->value & 255);
        seen++;
    }
    head = NULL;
    if (n > 100)
        overlong = 1;
    return sum;
}
