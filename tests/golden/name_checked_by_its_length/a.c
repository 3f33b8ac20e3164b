#include <string.h>

int set_name(char *target, const char *source, unsigned long limit) {
  if (source == NULL || source[0] == 0 || strlen(source) >= limit)
    return -1;

  strcpy(target, source);

  return 1;
}
