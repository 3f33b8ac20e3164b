struct header {
  unsigned char kind;
  unsigned char flags;
  unsigned short length;
  unsigned checksum;
};

unsigned f(const struct header *header, unsigned long size) {
  if (!header || size < sizeof *header)
    return 0;

  if (header->checksum != 7)
    return 1;

  unsigned kind = header->kind;

  return header->length + kind;
}
