struct head { int version; int type; int length; int flags; };
unsigned long room(unsigned long size) {
  return size < sizeof(struct head) ? 0 : size - sizeof(struct head);
}
