struct s {
  int a, b, c;
};

int sum(const struct s *s) { return s->a; }
