unsigned f(const unsigned char *data, unsigned n) {
  unsigned hash = 5381;
  for (unsigned i = 0; i < n; i++) {
    hash = hash * 33 + data[i];
  }
  return hash;
}
