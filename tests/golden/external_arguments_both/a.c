void send(int channel, int value);

void f(int x) {
  send(3, x);

  x = x / 2;

  send(2, x);
}
