void send(int channel, int value);

void f(int x) {
  send(1, x);

  x = x / 2;

  send(2, x);
}
