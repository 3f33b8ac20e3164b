#include <stdlib.h>
#include <string.h>

char *new_name(const char *text) {
  size_t length = strlen(text);
  char *name = malloc(length + 1);
  if (!name)
    return NULL;
  memcpy(name, text, length);
  name[length] = '\0';
  return name;
}
