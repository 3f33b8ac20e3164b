struct head {
  int kind, length;
};

int sum(struct head *head, int kind) {
  const volatile int *payload = (int *)(head + 1);
  int second = payload[1], first = payload[0];
  if (kind == 7)
    return first + 1;
  return first ^ second;
}
