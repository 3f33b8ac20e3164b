struct s {
  int a, c, b;
};

int sum(const struct s *s) { return s->a; }
