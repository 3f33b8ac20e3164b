static unsigned char buffer[8];

int f(unsigned n) {
  unsigned last = n % 8;

  for (unsigned i = 0; i <= last; i++)
    buffer[i] = i;
  return buffer[last];
}
