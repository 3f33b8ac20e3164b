unsigned long long read_le(const unsigned char *at, int bytes) {
  if (bytes == 2)
    return at[0] | (unsigned)at[1] << 8;
  if (bytes == 4)
    return at[0] | (unsigned)at[1] << 8 | (unsigned)at[2] << 16 |
           (unsigned)at[3] << 24;
  return 0;
}
