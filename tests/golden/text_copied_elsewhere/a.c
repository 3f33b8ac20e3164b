#include <stdio.h>
#include <string.h>

struct user {
  char name[8];
  int flags;
};

int set_name(struct user *user, const char *name) {
  if (!name)
    return -1;
  puts("a name is set");
  strncpy(user->name, name, sizeof user->name - 1);
  user->name[7] = '\0';
  user->flags = 0;
  return 0;
}
