struct message { int type; int length; char body[8]; };

int total(const void *bytes) {
  const struct message *message = bytes;
  return message ? message->type * 100 + message->length : 0;
}
