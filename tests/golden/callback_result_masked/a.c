struct handler {
  int (*on_value)(void *context, int value);
  void *context;
};

int f(struct handler *handler, int value) {
  int answer = handler->on_value(handler->context, value);

  if (answer > 3)
    return 1;

  return answer < 0 ? -1 : 0;
}
