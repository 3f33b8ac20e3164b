typedef int (*visit)(int value, void *context);

int each(const int *values, unsigned long count, visit call, void *context) {
  int none = -1;

  if (count == 0)
    return none;

  while (count-- > 0)
    call(*values++, context);

  return 0;
}
