static int is_more(int x) { return x > 10; }

int is_large(int x) { return is_more(x); }

int count_large(const int *values, int count) {
  int large = 0;

  for (int i = 0; i < count; i++)
    large += is_large(values[i]);
  return large;
}

int is_small(int x) {
  extern int is_more_by_label(int) __asm__("is_more");

  return x <= 10 && !is_more_by_label(x + 5);
}
