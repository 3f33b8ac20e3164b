struct header {
  int kind, length;
};

int f(const struct header *header, unsigned long size, int mask) {
  unsigned long least = sizeof *header;
  if (size < least)
    return 77 == mask ? header->kind : header->kind ^ header->length;
  return header->kind + header->length;
}
