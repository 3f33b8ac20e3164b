static unsigned count(unsigned n) {
  unsigned c = 0;
  for (unsigned i = 0; i < n && i < 100; i++)
    c++;
  return c;
}

unsigned f(unsigned n) {
  if (n == 0)
    return 0;
  return count(n);
}
