#include <stdlib.h>
#include <string.h>

char *new_name(const char *text) {
  size_t length = strlen(text);
  if (length > 255)
    length = 255;
  char *name = malloc(length + 1);
  if (!name)
    return NULL;
  memcpy(name, text, strlen(text) + 1);
  length = strlen(text);
  name[length] = '\0';
  return name;
}
