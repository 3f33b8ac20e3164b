int f(unsigned char *bytes, const int *count) {
  if (!bytes || !count)
    return -1;
  bytes[0] = 0;
  return *count;
}
