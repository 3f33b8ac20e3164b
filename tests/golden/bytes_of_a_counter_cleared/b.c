int f(unsigned char *bytes, const int *count) {
  if (!bytes || !count)
    return -1;
  return *count / 2;
}
