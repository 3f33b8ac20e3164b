static int is_more(int x) { return x > 20; }

int is_large(int x) { return is_more(x); }

int count_large(const int *values, int count) {
  int large = 0;

  for (int i = 0; i < count; i++)
    large += is_large(values[i]);
  return large;
}
