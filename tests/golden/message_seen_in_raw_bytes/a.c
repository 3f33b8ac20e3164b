struct message { int type; int sequence; int length; char body[8]; };

int total(const void *bytes) {
  return bytes ? 1 : 0;
}
