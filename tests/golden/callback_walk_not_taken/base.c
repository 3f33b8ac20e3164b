typedef int (*visit)(int value, void *context);

int each(const int *values, unsigned long count, visit call, void *context) {
  int none = -1;

  if (count == 0)
    return none;

  for (unsigned long i = 0; i < count; i++)
    call(values[i], context);

  return 0;
}
