struct s { int a; int b; };
int last(const struct s *s) { return ((const int *)s)[1]; }
