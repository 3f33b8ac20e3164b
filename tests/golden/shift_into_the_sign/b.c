unsigned long long read_le(const unsigned char *at, int bytes) {
  unsigned long long value = 0;
  if (bytes == 1)
    return at[0];
  if (bytes != 2 && bytes != 4)
    return 0;
  for (int i = bytes - 1; i >= 0; i--)
    value = value << 8 | at[i];
  return value;
}
