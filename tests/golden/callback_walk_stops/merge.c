#include <stddef.h>

typedef int (*visit)(int value, void *context);

int each(const int *values, size_t count, visit call, void *context) {
  int stop = 0;

  if (!call)
    return -1;
  while (count-- > 0) {
    stop = call(*values++, context);
    if (stop)
      break;
  }
  return stop;
}
