struct header {
  int kind, length;
};

int f(const struct header *header, unsigned long size, int mask) {
  unsigned long least = sizeof *header;
  if (size < least)
    return mask == 77 ? header->kind : header->kind ^ header->length;
  return header->kind + header->length;
}
