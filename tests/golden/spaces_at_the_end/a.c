#include <ctype.h>
#include <string.h>

static char *without_end(char *text) {
  size_t n = strlen(text);
  while (n > 0 && isspace((unsigned char)text[n - 1]))
    text[--n] = '\0';
  return text;
}

int split(char *line, char **key, char **value) {
  char *mark = strchr(line, '=');
  if (!mark)
    return -1;
  *mark = '\0';
  *key = without_end(line);
  *value = without_end(mark + 1);
  return 0;
}
