static unsigned char buffer[16];

int f(unsigned n) {
  unsigned last = n % 16;

  for (unsigned i = 0; i <= last; i++)
    buffer[i] = i;
  return buffer[last];
}
