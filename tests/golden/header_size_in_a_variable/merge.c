struct header {
  int kind, length;
};

int f(const struct header *header, unsigned long size, int mask) {
  unsigned long least = sizeof *header;
  if (size < least) {
    int kind = header->kind;
    volatile int length = header->length;
    return mask == 77 ? kind : kind ^ length;
  }
  return header->kind - header->length;
}
