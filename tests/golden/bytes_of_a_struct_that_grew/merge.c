struct s { int a; int z; int b; };
int last(const struct s *s) { return ((const int *)s)[1]; }
