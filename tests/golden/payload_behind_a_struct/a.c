struct head {
  int kind, length;
};

int sum(struct head *head, int kind) {
  const volatile int *payload = (int *)(head + 1);
  if (kind == 7)
    return payload[0];
  return payload[0] ^ payload[1];
}
