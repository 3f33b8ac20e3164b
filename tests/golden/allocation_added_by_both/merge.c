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
  user->tags = calloc(4, sizeof *user->tags);

  user->count = count;
  user->mail = malloc(16);
  if (user->mail)
    user->mail[0] = 0;


  return user;
}
