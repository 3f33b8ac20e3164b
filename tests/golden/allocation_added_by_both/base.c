#include <stdlib.h>

struct user {
  char *mail;
  int *tags;
  int count;
};

struct user *make_user(int count) {
  struct user *user = calloc(1, sizeof *user);
  if (!user)
    return NULL;

  user->count = count;


  return user;
}
