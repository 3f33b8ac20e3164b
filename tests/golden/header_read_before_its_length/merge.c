struct header {
  unsigned char kind;
  unsigned char flags;
  unsigned short length;
  unsigned checksum;
};

unsigned f(const struct header *header, unsigned long size) {
  if (!header)
    return 0;

  if (header->checksum != 7)
    return size < sizeof *header ? 0 : 1;

  if (size < sizeof *header)
    return 0;

  unsigned type = header->kind;

  return header->length + type;
}
