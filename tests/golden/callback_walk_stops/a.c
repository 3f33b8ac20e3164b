#include <stddef.h>

typedef int (*visit)(int value, void *context);

int each(const int *values, size_t count, visit call, void *context) {
  if (!call)
    return -1;
  while (count-- > 0)
    call(*values++, context);
  return 0;
}
