#include <string.h>

int set_name(char *target, const char *source, unsigned long limit) {
  unsigned long length = source ? strlen(source) : 0;
  if (length == 0 || length >= limit)
    return -1;

  strcpy(target, source);

  return 0;
}
