#include <ctype.h>
#include <string.h>

static char *without_end(char *text) {
  char *p = text + strlen(text);
  while (p > text && isspace((unsigned char)(*--p)))
    *p = '\0';
  return text;
}

int split(char *line, char **key, char **value) {
  char *mark = strchr(line, '=');
  if (!mark)
    return -1;
  if (mark == line)
    return -2;
  *mark = '\0';
  *key = without_end(line);
  *value = without_end(mark + 1);
  return 0;
}
