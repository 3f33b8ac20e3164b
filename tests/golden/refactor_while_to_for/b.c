unsigned f(const unsigned char *data, unsigned n) {
  unsigned hash = 5387;
  unsigned i = 0;
  while (i < n) {
    hash = hash * 33 + data[i];
    i++;
  }
  return hash;
}
