struct s {
  int a, b, c;
};

int sum(const struct s *s) {
  const int *p = (const int *)s;
  unsigned words = 0;
  for (int i = 0; i < 2; i++)
    words += (unsigned)p[i];
  return (int)words;
}
