#include <stddef.h>

typedef int (*visit)(int value, void *context);

int each(const int *values, size_t count, visit call, void *context) {
  size_t i;

  if (call == NULL)
    return -1;
  for (i = 0; i < count; i++) {
    int stop = call(values[i], context);
    if (stop != 0)
      return stop;
  }
  return 0;
}
